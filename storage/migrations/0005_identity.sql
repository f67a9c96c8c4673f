-- digest: the first 16 bytes of sha256(token).
create table access_token (
  digest uuid primary key,
  agent_id uuid not null references agent on delete cascade,
  key_version integer not null,
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- No foreign key: whoever ends a grant deletes its tokens, and waits for nobody who deletes them already.
  grant_id uuid
);
create index access_token_agent on access_token (agent_id);
create index access_token_expiry on access_token (expires_at);
create index access_token_grant on access_token (grant_id) where grant_id is not null;

-- digest: the first 16 bytes of sha256(agent_id, 0, jti).
create table assertion_jti (
  digest uuid primary key,
  expires_at timestamptz not null
);
create index assertion_jti_expiry on assertion_jti (expires_at);

create table mcp_session_ended (
  digest uuid primary key,
  expires_at timestamptz not null
);
create index mcp_session_ended_expiry on mcp_session_ended (expires_at);

-- The open ones; what became of the others stands in status_change and in the agent. expires_at null: never.
create table ownership_request (
  agent_id uuid primary key references agent on delete cascade,
  user_id uuid not null references person on delete cascade,
  requested_at timestamptz not null,
  expires_at timestamptz
);
create index ownership_request_user on ownership_request (user_id);
create index ownership_request_expiry on ownership_request (expires_at) where expires_at is not null;

-- digest: sha256 of the code, which is shown once.
create table invitation_code (
  digest bytea primary key,
  note text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  redeemed_at timestamptz,
  redeemed_by uuid references agent on delete set null,
  -- user_id: the person who invites an agent of theirs; null where an operator made the code.
  user_id uuid references person on delete cascade
);
create index invitation_code_user on invitation_code (user_id, created_at desc) where user_id is not null;
create index invitation_code_listed on invitation_code (created_at desc, digest desc);

-- Who was proven from an address of late, for all processes: what others fail there locks none of them out.
-- address, claim: 16 bytes each, which tell neither without the server's secret.
create table proven_claim (
  address uuid not null,
  claim uuid not null,
  expires_at timestamptz not null,
  primary key (address, claim)
);
create index proven_claim_expiry on proven_claim using brin (expires_at);

-- Clients that registered themselves; name and addresses are their own words.
create table oauth_client (
  id uuid primary key,
  name text,
  redirect_uris text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  document_url text unique,
  fetched_at timestamptz,
  fresh_until timestamptz,
  constraint oauth_client_check check (num_nulls(document_url, fetched_at, fresh_until) in (0, 3))
);
create index oauth_client_expiry on oauth_client (expires_at);

-- What a browser asks of an agent, until its client redeems the code that the browser brought it.
-- code: what the agent approves by. session: of the browser's cookie. agent_id: null where nobody has the handle.
-- scopes: asked for; granted: null until the agent approved. grant_code: of the code that the browser was sent on with.
create table authorization_request (
  id uuid primary key,
  code text not null unique,
  session uuid not null,
  agent_id uuid references agent on delete cascade,
  client_id uuid not null,
  client_name text,
  redirect_uri text not null,
  redirect_host text not null,
  state text,
  code_challenge text not null,
  resource text,
  scopes text[] not null,
  granted text[],
  key_version integer,
  grant_code uuid unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index authorization_request_agent on authorization_request (agent_id);
create index authorization_request_expiry on authorization_request (expires_at);

-- What agents granted to clients. Digests: grant_code of the code that it began with, family and refresh of its refresh
-- token, whose first part stays and whose second is new with each use.
create table client_grant (
  id uuid primary key,
  agent_id uuid not null references agent on delete cascade,
  key_version integer not null,
  client_id uuid not null,
  client_name text,
  redirect_host text not null,
  resource text,
  scopes text[] not null,
  grant_code uuid not null unique,
  family uuid not null unique,
  refresh uuid not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);
create index client_grant_agent on client_grant (agent_id, id);
create index client_grant_expiry on client_grant (expires_at);

-- Where an agent let browsers be sent to, beside its own machine.
create table allowed_redirect_host (
  agent_id uuid not null references agent on delete cascade,
  host text not null,
  key_version integer not null,
  expires_at timestamptz not null,
  primary key (agent_id, host)
);
create index allowed_redirect_host_expiry on allowed_redirect_host (expires_at);

-- Who enrolls and has to pass a challenge before: one for each key and one for each handle, which are held meanwhile.
create table pending_enrollment (
  key_identity bytea primary key,
  handle text collate "C" not null,
  -- The one that is to be answered.
  challenge_id uuid not null,
  -- What was asked for, as JSON, and its digest.
  newcomer text not null,
  request_sha256 bytea not null,
  -- Whether the holder of the key asked for it, as far as known.
  is_proven boolean not null,
  -- The invitation code that is held.
  code_digest bytea,
  began_at timestamptz not null,
  held_until timestamptz not null,
  expires_at timestamptz not null,
  constraint pending_enrollment_handle_unique unique (handle)
);
create index pending_enrollment_of_code on pending_enrollment (code_digest) where code_digest is not null;
create index pending_enrollment_expires on pending_enrollment (expires_at);

-- The tasks of one attempt. It outlives its enrollment, so that who lost an answer is told what became of it.
create table enrollment_challenge (
  id uuid primary key,
  key_identity bytea not null,
  key_pem text not null,
  attempt integer not null,
  version integer not null,
  -- Tasks with their right answers, as JSON: the members of tasks stand in their order.
  made text not null,
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  -- What it is for.
  request_sha256 bytea not null,
  expires_at timestamptz not null
);
create index enrollment_challenge_expires on enrollment_challenge (expires_at);

-- How often the holder of a key failed of late; at the most it is locked out until the row expires.
create table enrollment_failures (
  key_identity bytea primary key,
  failures integer not null check (failures > 0),
  failed_at timestamptz not null,
  expires_at timestamptz not null
);
create index enrollment_failures_expires on enrollment_failures (expires_at);

-- owner_id: who asked; null where that person is deleted. fingerprint: of the key that waits, as version 0 in agent_key.
-- ended_at: null while it runs; outcome: how it ended.
create table key_recovery (
  id uuid primary key,
  agent_id uuid not null references agent on delete cascade,
  owner_id uuid references person on delete set null,
  fingerprint text not null,
  former_fingerprint text not null,
  started_at timestamptz not null,
  completes_at timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('completed', 'agent', 'rotation', 'owner', 'operator', 'disabled', 'ownership')),
  constraint key_recovery_ended check ((ended_at is null) = (outcome is null))
);
create unique index key_recovery_running on key_recovery (agent_id) where ended_at is null;
create index key_recovery_agent on key_recovery (agent_id, id desc);
create index key_recovery_due on key_recovery (completes_at) where ended_at is null;
create index key_recovery_owner on key_recovery (owner_id) where owner_id is not null;
