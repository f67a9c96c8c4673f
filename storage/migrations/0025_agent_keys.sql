-- Keys of an agent beside its primary key, which is in agent_key. Ended ones stay: a key is registered only once.
-- spki: DER. scopes: empty for a recovery key. revoked_at is set, too, when a recovery of the primary key completes.
create table secondary_key (
  fingerprint text primary key,
  agent_id uuid not null references agent on delete cascade,
  kind text not null check (kind in ('device', 'recovery')),
  label text not null,
  scopes text[] not null,
  spki bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  constraint secondary_key_lifetime check ((expires_at is null) = (kind = 'recovery'))
);
create index secondary_key_agent on secondary_key (agent_id, created_at);
create unique index secondary_key_recovery on secondary_key (agent_id) where kind = 'recovery' and revoked_at is null;

-- The device key that obtained the token; null: the primary key, or a client that the agent approved.
alter table access_token add column device_key text;

-- Who started a recovery: the owner, or whoever holds the recovery key. Its key waits in agent_key as version 0 or -1.
alter table key_recovery add column started_by text not null default 'owner';
