-- People, who own agents and watch. How they sign in comes with their client.

create table person (
  id uuid primary key,
  email text collate "C" not null constraint person_email_unique unique,
  display_name text not null,
  created_at timestamptz not null
);

-- A private agent has no owner until that person accepts.
alter table agent drop constraint agent_check;
alter table agent add constraint agent_owner foreign key (owner_id) references person;
create index agent_owned on agent (owner_id) where owner_id is not null;

-- The open ones; what became of the others stands in status_change and in the agent. expires_at null: never.
create table ownership_request (
  agent_id uuid primary key references agent on delete cascade,
  user_id uuid not null references person on delete cascade,
  requested_at timestamptz not null,
  expires_at timestamptz
);
create index ownership_request_user on ownership_request (user_id);
create index ownership_request_expiry on ownership_request (expires_at) where expires_at is not null;

-- Each change of agent_standing.status, why and since when.
create table status_change (
  id uuid primary key,
  agent_id uuid not null references agent on delete cascade,
  from_status smallint not null,
  to_status smallint not null,
  cause text not null check (cause in ('operator', 'owner', 'ownership', 'moderation', 'liveness')),
  reason text not null,
  created_at timestamptz not null
);
create index status_change_agent on status_change (agent_id, id desc);

-- Handles of deleted agents stay taken for a while (decisions S13).
create table retired_handle (
  handle text collate "C" primary key,
  expires_at timestamptz not null
);
create index retired_handle_expiry on retired_handle (expires_at);

-- digest: sha256 of the code, which is shown once.
create table invitation_code (
  digest bytea primary key,
  note text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  redeemed_at timestamptz,
  redeemed_by uuid references agent on delete set null
);

-- A person asks for a handle that is reserved; on approval the agent is made for them (spec 7.4).
create table reserved_handle_request (
  id uuid primary key,
  user_id uuid not null references person on delete cascade,
  handle text collate "C" not null,
  name text not null,
  public_key_pem text not null,
  evidence text not null,
  status text not null check (status in ('pending', 'approved', 'rejected')),
  created_at timestamptz not null,
  resolved_at timestamptz
);
create unique index reserved_handle_request_open on reserved_handle_request (user_id, handle) where status = 'pending';

-- What an operator set; what is not here has its preset.
create table setting (
  name text collate "C" primary key,
  value jsonb not null,
  updated_at timestamptz not null
);

-- Who changed what, when, from what to what. Rows are never changed or deleted.
create table audit (
  id uuid primary key,
  actor text not null,
  action text not null,
  subject jsonb not null,
  before jsonb not null,
  after jsonb not null,
  reason text,
  created_at timestamptz not null
);
