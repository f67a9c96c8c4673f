-- Domains that agents have proved to be theirs. They are fetched again every day.
create table agent_domain (
  agent_id uuid primary key references agent on delete cascade,
  domain text not null,
  verified_at timestamptz not null,
  check_at timestamptz not null,
  failures smallint not null default 0
);
create index agent_domain_due on agent_domain (check_at);
