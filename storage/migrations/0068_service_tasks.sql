-- Work that an agent commissioned. dispatch tells how far the sending came: what is 'sending' as its process dies may have
-- arrived, and is never sent again.
create table service_task (
  id uuid primary key,
  consumer_id uuid not null references agent (id) on delete cascade,
  provider_id uuid not null references agent (id) on delete cascade,
  service_id uuid not null references service (id) on delete cascade,
  offer_revision_id uuid not null references offer_revision (id) on delete cascade,
  entitlement_id uuid not null references entitlement (id) on delete cascade,
  allowance_id uuid not null references service_allowance (id) on delete cascade,
  -- The window that its use was taken from, and goes back to.
  window_start timestamptz not null,
  state text not null
    check (state in ('working', 'awaiting_input', 'completed', 'failed', 'cancelled', 'blocked_auth')),
  dispatch text not null check (dispatch in ('queued', 'sending', 'unknown', 'sent', 'ended')),
  -- Where its provider is called: no process has many calls of one host under way.
  host text collate "C" not null,
  message text not null,
  data text not null,
  request_sha256 text not null,
  provider_task_id text,
  input_prompt text,
  status_message text,
  error_code text,
  failure_reason text,
  allowance_restored boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When it was sent, as far as its provider may have got it.
  started_at timestamptz,
  completed_at timestamptz,
  deadline_at timestamptz not null,
  asked_input_at timestamptz,
  cancel_requested_at timestamptz,
  cancel_sent_at timestamptz,
  -- The states that it had, and since when, in order.
  history jsonb not null,
  -- When it is next sent or asked for, how long after the last time, by whom until when.
  due_at timestamptz,
  poll_ms integer not null,
  odd_polls integer not null default 0,
  holder uuid,
  held_until timestamptz not null default '-infinity'
);
create index service_task_due on service_task (due_at) where due_at is not null;
create index service_task_of_consumer on service_task (consumer_id, id);
create index service_task_of_provider on service_task (provider_id, id);
create index service_task_of_service on service_task (service_id, completed_at);
create index service_task_of_revision on service_task (offer_revision_id);
create index service_task_of_entitlement on service_task (entitlement_id);
create index service_task_of_allowance on service_task (allowance_id);
create index service_task_ended on service_task (completed_at) where completed_at is not null;
-- Polls change due_at alone of what is indexed; room for it on the page.
alter table service_task set (fillfactor = 80);

create table service_task_artifact (
  task_id uuid not null references service_task (id) on delete cascade,
  place integer not null,
  artifact text not null,
  sha256 text not null,
  primary key (task_id, place)
);

-- What both sides may hold against each other: a signed record of how a task ended, chained for each provider.
create table service_receipt (
  id uuid primary key,
  task_id uuid not null unique references service_task (id) on delete cascade,
  provider_id uuid not null references agent (id) on delete cascade,
  place bigint not null,
  jws text not null,
  sha256 text not null,
  created_at timestamptz not null,
  constraint service_receipt_chain_unique unique (provider_id, place)
);

-- The newest receipt of a provider, which the next one names.
create table service_receipt_chain (
  provider_id uuid primary key references agent (id) on delete cascade,
  place bigint not null,
  sha256 text
);
