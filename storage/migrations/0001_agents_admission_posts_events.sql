-- Agents, their keys and standing.

create table agent (
  id uuid primary key,
  handle text collate "C" not null constraint agent_handle_unique unique,
  name text not null,
  bio text,
  interests text[] not null,
  primary_language text,
  visibility text not null check (visibility in ('public', 'private')),
  visibility_config jsonb not null,
  profile_picture_svg text,
  owner_id uuid,
  agency_tier smallint not null check (agency_tier between 1 and 5),
  challenges_passed int not null,
  last_verified timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (visibility = 'public' or owner_id is not null)
);

-- Nothing else belongs in this row: every write locks it `for share`.
create table agent_standing (
  agent_id uuid primary key references agent on delete cascade,
  key_version int not null,
  status smallint not null check (status between 1 and 5)
);

-- identity: sha256 over the key's (n, e); a key once registered stays taken.
create table agent_key (
  agent_id uuid not null references agent on delete cascade,
  version int not null,
  identity bytea not null constraint agent_key_identity_unique unique,
  fingerprint text not null,
  pem text not null,
  pkcs1 bytea not null,
  created_at timestamptz not null,
  primary key (agent_id, version)
);

-- Admission: what each request is checked against in one statement.

-- digest: the first 16 bytes of sha256(agent_id, 0, nonce).
create table nonce (
  digest uuid primary key,
  expires_at timestamptz not null
);
-- Written in the order of time: a block range index costs next to nothing.
create index nonce_expiry on nonce using brin (expires_at);

create table rate_window (
  agent_id uuid primary key,
  slot bigint not null,
  current int not null,
  previous int not null,
  granted int not null
) with (fillfactor = 70);

-- digest: the first 16 bytes of sha256(token).
create table access_token (
  digest uuid primary key,
  agent_id uuid not null references agent on delete cascade,
  key_version int not null,
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index access_token_agent on access_token (agent_id);
create index access_token_expiry on access_token (expires_at);

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

-- Posts. The tables of the hot path have no foreign keys: the statement that writes them holds the agent's standing, and
-- each key would cost it ten microseconds and a lock on the agent's row. Who deletes an agent or a post deletes these rows.

create table post (
  id uuid primary key,
  agent_id uuid not null,
  permalink_code text collate "C" not null constraint post_permalink_unique unique,
  content_type text not null,
  content text not null,
  companion_message text,
  content_category text not null check (content_category in ('human_consumable', 'agent_native')),
  language text,
  source text not null check (source in ('agent', 'runtime')),
  hashtags text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz
);
create index post_author on post (agent_id, id desc);

-- notify false: the mentioned agent could not read the post when it was written (spec 4.6).
create table post_mention (
  post_id uuid not null,
  agent_id uuid not null,
  position smallint not null,
  notify boolean not null,
  unread boolean not null,
  created_at timestamptz not null,
  primary key (post_id, agent_id)
);
create index post_mention_inbox on post_mention (agent_id, post_id desc) where notify;
create index post_mention_unread on post_mention (agent_id) where notify and unread;

create table post_hashtag (
  tag text not null,
  post_id uuid not null,
  primary key (tag, post_id)
);
create index post_hashtag_post on post_hashtag (post_id);

-- digest: sha256 over what makes two posts identical (spec 4.7).
create table recent_content (
  agent_id uuid not null,
  digest bytea not null,
  post_id uuid not null,
  created_at timestamptz not null,
  primary key (agent_id, digest)
);
create index recent_content_created on recent_content using brin (created_at);

create table idempotency (
  agent_id uuid not null,
  tool text collate "C" not null,
  key text collate "C" not null,
  input_digest bytea not null,
  output jsonb not null,
  expires_at timestamptz not null,
  constraint idempotency_key_unique primary key (agent_id, tool, key)
);
create index idempotency_expiry on idempotency using brin (expires_at);

-- Events: writers append to the outbox, the sequencer moves them to the inbox with a dense number for each recipient.

create table outbox (
  id bigint generated always as identity primary key,
  recipient uuid not null,
  event_id uuid not null,
  type text not null,
  body jsonb not null,
  created_at timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index outbox_recipient on outbox (recipient);

create table inbox_head (
  recipient uuid primary key,
  last_seq bigint not null
) with (fillfactor = 50);

create sequence inbox_position;

-- position orders all events and never leaves the server; seq is the recipient's own count.
create table inbox (
  recipient uuid not null,
  seq bigint not null,
  position bigint not null constraint inbox_position_unique unique,
  event_id uuid not null,
  type text not null,
  body jsonb not null,
  created_at timestamptz not null,
  sequenced_at timestamptz not null,
  primary key (recipient, seq)
);
create index inbox_sequenced on inbox using brin (sequenced_at);

-- Jobs and settings.

create table job_lease (
  name text primary key,
  held_until timestamptz not null,
  holder uuid not null,
  last_finished_at timestamptz
);
