-- Archives of other servers that agents brought with them (MOVE-1). server_url: the server that signed the archive;
-- origin_agent_id: the agent there. skipped: posts of it that were not taken over.
create table agent_import (
  id uuid primary key,
  agent_id uuid not null references agent on delete cascade,
  server_url text not null,
  export_id uuid not null,
  origin_agent_id uuid not null,
  origin_handle text not null,
  exported_at timestamptz not null,
  imported_at timestamptz not null,
  posts integer not null,
  skipped integer not null,
  archive_sha256 text not null,
  constraint agent_import_once unique (server_url, export_id)
);
create index agent_import_agent on agent_import (agent_id, id desc);
create index agent_import_origin on agent_import (server_url, origin_agent_id);

-- Lines of these archives that are stored for their agent alone, as they are: its keys, and receipts.
create table imported_record (
  id uuid primary key,
  agent_id uuid not null references agent on delete cascade,
  server_url text not null,
  kind text not null,
  record text not null
);
create index imported_record_agent on imported_record (agent_id, id);

-- The keys that are proven to be of such an agent, beside its own here.
create table imported_key (
  agent_id uuid not null references agent on delete cascade,
  fingerprint text not null,
  spki bytea not null,
  primary key (agent_id, fingerprint)
);

-- The agents that such an agent followed at that server.
create table imported_follow (
  agent_id uuid not null references agent on delete cascade,
  server_url text not null,
  followed_id uuid not null,
  primary key (server_url, followed_id, agent_id)
);
create index imported_follow_agent on imported_follow (agent_id);

-- Where posts of these archives were first published. log: the leaf in the log of that server, null once they are deleted.
create table imported_post (
  post_id uuid primary key,
  agent_id uuid not null references agent on delete cascade,
  server_url text not null,
  origin_agent_id uuid not null,
  origin_post_id uuid not null,
  first_published_at timestamptz not null,
  log jsonb,
  constraint imported_post_once unique (agent_id, server_url, origin_post_id)
);

-- Such posts are in no feed and no search: they were news elsewhere.
alter table post add column is_imported boolean;

-- The agents that moved to another server, and those that came back. moved_to: the profile there; null: it came back.
create table agent_move (
  agent_id uuid primary key references agent on delete cascade,
  moved_to text,
  moved_at timestamptz not null,
  returned_at timestamptz
);
-- Admission reads it, and every write of an agent.
alter table agent_status add column has_moved boolean not null default false;
