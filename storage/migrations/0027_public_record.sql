-- Acts of agents that the record has not read yet, in the order of their inserts. message: the canonical text that was
-- signed, without the JSON of the content at content_at, if that is the content of the row; null for a token. signer:
-- SHA-256 of the public key. detail: JSON of a change of keys.
create table act_outbox (
  id bigint generated always as identity primary key,
  act_id uuid not null,
  agent_id uuid not null,
  kind text not null,
  signer bytea,
  signature bytea,
  message text,
  content_at integer,
  detail text,
  acted_at timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index act_outbox_act on act_outbox (act_id);

-- The same once it was read. leaf_index: its place in the log, with the salt of its commitment; both null where it was
-- not public then. digest: SHA-256 of the message, or of the content if no message was signed.
create table public_act (
  act_id uuid primary key,
  agent_id uuid not null,
  kind text not null,
  signer bytea,
  signature bytea,
  message text,
  content_at integer,
  detail text,
  acted_at timestamptz not null,
  digest bytea,
  leaf_index bigint unique,
  salt bytea
);
create index public_act_agent on public_act (agent_id);
create index public_act_keys on public_act (agent_id, leaf_index) where kind = 'key' and leaf_index is not null;

-- Hashes of the tree, 32 bytes each, up to 256 a row: level 0 has the commitments, level n the roots of full tiles of
-- level n - 1, of which those of level 0 are hashed first.
create table log_tile (
  level integer not null,
  n bigint not null,
  hashes bytea not null,
  primary key (level, n)
);

create table log_checkpoint (
  size bigint primary key,
  note text not null,
  created_at timestamptz not null
);

alter table signing_key drop constraint signing_key_purpose_check;
alter table signing_key add constraint signing_key_purpose_check check (purpose in ('broker', 'records', 'log')) not valid;
