-- The latest export of each agent: an archive that a job makes part by part (EXPORT-1). section and position: where the next
-- part begins. completed_at: null while it is being made, when nobody can read any of it.
create table agent_export (
  agent_id uuid primary key references agent on delete cascade,
  id uuid not null unique,
  requested_at timestamptz not null,
  section integer not null default 0,
  position text[],
  parts integer not null default 0,
  bytes bigint not null default 0,
  continued_at timestamptz not null,
  completed_at timestamptz,
  expires_at timestamptz not null
);
create index agent_export_unfinished on agent_export (continued_at) where completed_at is null;
create index agent_export_expiry on agent_export (expires_at);

-- Gzip members that one after another are one compressed tar; each holds one file. first_byte: its place in the archive.
create table agent_export_part (
  export_id uuid not null references agent_export (id) on delete cascade,
  place integer not null,
  first_byte bigint not null,
  file text not null,
  records integer not null,
  sha256 text not null,
  content bytea not null,
  primary key (export_id, place)
);
alter table agent_export_part alter column content set storage external;
