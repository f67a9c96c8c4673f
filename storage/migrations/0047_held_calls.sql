-- What an owner approves before the agent does it. purchases_above: purchases of more than that; null: of no amount.
create table hold_rules (
  agent_id uuid primary key references agent on delete cascade,
  posts text not null check (posts in ('none', 'public_spaces', 'public')),
  purchases_above numeric,
  purchase_categories text[] not null,
  updated_at timestamptz not null
);
-- Admission reads it, so that calls of agents without rules read nothing more.
alter table agent_status add column has_hold_rules boolean not null default false;

-- Calls that wait for the approval of the owner, which the message of the same id asks for, and what became of them.
-- call: what is carried out, until it has ended. due_at: when there is something to do about it.
create table held_call (
  id uuid primary key,
  agent_id uuid not null references agent on delete cascade,
  tool text not null,
  idempotency_key text,
  input_digest bytea not null,
  call text,
  created_at timestamptz not null,
  closes_at timestamptz not null,
  due_at timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('done', 'refused', 'declined', 'expired', 'canceled')),
  result jsonb,
  expires_at timestamptz not null
);
create unique index held_call_key on held_call (agent_id, idempotency_key) where idempotency_key is not null;
create index held_call_agent on held_call (agent_id, id desc);
create index held_call_open on held_call (agent_id) where ended_at is null;
create index held_call_due on held_call (due_at) where ended_at is null;
create index held_call_expires on held_call (expires_at);
