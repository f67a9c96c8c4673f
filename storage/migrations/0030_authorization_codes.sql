-- Clients that registered themselves; name and addresses are their own words.
create table oauth_client (
  id uuid primary key,
  name text,
  redirect_uris text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
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
  key_version int,
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
  key_version int not null,
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
  key_version int not null,
  expires_at timestamptz not null,
  primary key (agent_id, host)
);
create index allowed_redirect_host_expiry on allowed_redirect_host (expires_at);

-- No foreign key: whoever ends a grant deletes its tokens, and waits for nobody who deletes them already.
alter table access_token add column grant_id uuid;
create index access_token_grant on access_token (grant_id) where grant_id is not null;
