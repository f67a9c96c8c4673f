-- Another key in the place of one that was lost: its owner asks for that, and for a while the agent can end it.

-- key_ends_at: a recovery runs, and from then on the key proves nothing. key_recovered_at: when one last put in another.
alter table agent_standing add column key_ends_at timestamptz;
alter table agent_standing add column key_recovered_at timestamptz;

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
