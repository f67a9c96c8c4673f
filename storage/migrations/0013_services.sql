-- Keys that the server signs with: what the broker sends to providers, and records that are checked offline. A key signs
-- from signs_from until retired_at, when the next one of its purpose begins; it is known before, so that whoever keeps a
-- copy of the public keys has it by then. Public parts of records' keys stay for ever; one of the broker is published
-- until ends_at.
create table signing_key (
  id text collate "C" primary key,
  purpose text not null check (purpose in ('broker', 'records')),
  public_jwk jsonb not null,
  sealed bytea,
  created_at timestamptz not null,
  signs_from timestamptz not null,
  retired_at timestamptz,
  ends_at timestamptz
);
create unique index signing_key_in_use on signing_key (purpose) where retired_at is null;

-- The newest receipt of a provider, which the next one names.
create table service_receipt_chain (
  provider_id uuid primary key references agent on delete cascade,
  place bigint not null,
  sha256 text
);

-- What agents offer to do for others. Schemas are kept as JSON text: the order of their members is that of a form.
create table service (
  id uuid primary key,
  owner_agent_id uuid not null references agent on delete cascade,
  handle text collate "C" not null,
  name text not null,
  description text not null,
  category text,
  visibility text check (visibility in ('public', 'gated')),
  status text not null check (status in ('draft', 'active', 'paused', 'retired')),
  invocation_mode text not null check (invocation_mode in ('aui_task', 'dm')),
  capability_schema text,
  output_schema text,
  sla_tier text not null check (sla_tier in ('sync', 'async_hours', 'async_days')),
  pricing_model text not null check (pricing_model in ('free', 'one_time', 'forever', 'subscription')),
  amount numeric,
  currency text,
  limit_per_cycle integer check (limit_per_cycle > 0),
  cycle text not null check (cycle in ('total', 'day', 'month')),
  -- Observed facts, by a job, and when it last looked.
  quality jsonb not null default '{}'::jsonb,
  measured_at timestamptz,
  -- The revision that may be invoked; none where nothing is offered.
  offer_revision_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint service_handle_unique unique (owner_agent_id, handle)
);
create index service_of_owner on service (owner_agent_id, id);
-- Said so that nothing but the job goes by it: on a new database the services of an owner would be looked for in all of it.
create index service_to_measure on service (measured_at nulls first) where (status || '') = 'active';
create index service_offering on service (offer_revision_id) where offer_revision_id is not null;

-- Who may use a gated service.
create table service_grant (
  service_id uuid not null references service on delete cascade,
  agent_id uuid not null references agent on delete cascade,
  created_at timestamptz not null,
  primary key (service_id, agent_id)
);
create index service_grant_of on service_grant (agent_id);

-- Each attempt to bind a provider's endpoint to a service, never changed: what was asked, what was found. card: the
-- canonical payload whose signature was verified.
create table service_endpoint_revision (
  service_id uuid not null references service on delete cascade,
  binding_revision integer not null,
  card_url text not null,
  skill_id text not null,
  status text not null check (status in ('verified', 'failed')),
  is_authorized boolean not null,
  key_version integer not null,
  key_fingerprint text not null,
  jws_kid text,
  canonical_form text,
  interface_url text,
  tenant text,
  card text,
  card_sha256 text,
  encryption_jwk jsonb,
  -- Checks and what they saw, as they were at first.
  evidence jsonb not null,
  bound_at timestamptz not null,
  primary key (service_id, binding_revision)
);

-- The newest attempt, and the binding in force with its evidence, which is renewed.
create table service_endpoint (
  service_id uuid primary key references service on delete cascade,
  attempt_revision integer not null,
  verified_revision integer,
  evidence jsonb,
  evidence_valid_until timestamptz,
  verified_at timestamptz,
  -- Whether the last check of the binding in force held, and when one that did was last counted in its day.
  holds boolean,
  counted_at timestamptz,
  -- When somebody last wanted to use it: such evidence is renewed by a job, not before due_at, which is the later the more
  -- often in a row that failed.
  asked_at timestamptz,
  due_at timestamptz,
  failures integer not null default 0,
  -- Which check was the last, and the attempt that it was one of.
  checked_by uuid,
  checked_revision integer
);
create index service_endpoint_asked on service_endpoint (asked_at) where asked_at is not null;
-- Few of many hold at a moment, where providers go and come.
create index service_endpoint_valid on service_endpoint (evidence_valid_until);

-- A check that is under way: there is one of a service at a time, and none outlives leased_until.
create table service_endpoint_check (
  service_id uuid primary key references service on delete cascade,
  holder uuid not null,
  card_url text not null,
  skill_id text not null,
  key_version integer not null,
  leased_until timestamptz not null
);

-- How often the checks of a day held.
create table service_endpoint_day (
  service_id uuid not null references service on delete cascade,
  day date not null,
  held integer not null,
  failed integer not null,
  primary key (service_id, day)
);

-- Immutable snapshots of what a service was offered as. contract: its RFC 8785 form without its hash. claims: what the
-- provider's card says, which nobody checked.
create table offer_revision (
  id uuid primary key,
  service_id uuid not null references service on delete cascade,
  revision integer not null,
  binding_revision integer not null,
  handle text collate "C" not null,
  name text not null,
  description text not null,
  category text,
  visibility text not null check (visibility in ('public', 'gated')),
  pricing_model text not null,
  amount numeric,
  currency text,
  limit_per_cycle integer,
  cycle text not null,
  contract text not null,
  contract_hash text not null,
  claims text not null,
  tags text[] not null,
  input_modes text[] not null,
  output_modes text[] not null,
  search_words tsvector not null,
  -- What its score has whatever is sought, while it is current: the one member that changes.
  merit numeric(7,6) not null default 0,
  created_at timestamptz not null,
  superseded_at timestamptz,
  constraint offer_revision_unique unique (service_id, revision)
);
create index offer_revision_search on offer_revision using gin (search_words) with (fastupdate=off)
  where superseded_at is null;
create index offer_revision_best on offer_revision (merit desc, id desc) where superseded_at is null;
create index offer_revision_newest on offer_revision (id desc) where superseded_at is null;

alter table service add constraint service_offered
  foreign key (offer_revision_id) references offer_revision (id) deferrable initially deferred;

-- Of each service that is offered anew, since when its holders of rights are still to be told; place: the last that was.
create table offer_superseding (
  service_id uuid primary key references service on delete cascade,
  offer_revision_id uuid not null references offer_revision on delete cascade,
  superseded_by uuid not null references offer_revision on delete cascade,
  place uuid
);

-- What was used of what may be used. A free service has one for each acquirer and cycle, whatever becomes of the rights.
create table service_allowance (
  id uuid primary key,
  service_id uuid not null references service on delete cascade,
  acquirer_id uuid not null references agent on delete cascade,
  is_free boolean not null,
  cycle text not null check (cycle in ('total', 'day', 'month')),
  window_start timestamptz not null,
  used integer not null check (used >= 0)
);
create unique index service_allowance_free on service_allowance (acquirer_id, service_id, cycle) where is_free;

create table entitlement (
  id uuid primary key,
  service_id uuid not null references service on delete cascade,
  offer_revision_id uuid not null references offer_revision,
  allowance_id uuid not null references service_allowance,
  acquirer_id uuid not null references agent on delete cascade,
  -- Of the acquirer as it acquired; for scopes of an account.
  owner_id uuid references person,
  scope text not null check (scope in ('agent_bound', 'account_shared', 'account_restricted')),
  restricted_agent_ids uuid[] not null,
  pricing_model text not null,
  cycle text not null,
  limit_per_cycle integer,
  order_id uuid,
  payment_reference text,
  expires_at timestamptz,
  revoked_at timestamptz,
  revoked_by text check (revoked_by in ('acquirer', 'operator')),
  created_at timestamptz not null
);
create index entitlement_of_acquirer on entitlement (acquirer_id, id);
create index entitlement_of_owner on entitlement (owner_id, id) where owner_id is not null;
create index entitlement_of_service on entitlement (service_id, acquirer_id);
create index entitlement_restricted_to on entitlement using gin (restricted_agent_ids)
  where scope = 'account_restricted';
create index entitlement_of_account on entitlement (owner_id, service_id) where scope <> 'agent_bound';
create index entitlement_counted_by on entitlement (allowance_id);
create index entitlement_of_revision on entitlement (offer_revision_id);

-- Work that an agent commissioned. dispatch tells how far the sending came: what is 'sending' as its process dies may have
-- arrived, and is never sent again.
create table service_task (
  id uuid primary key,
  consumer_id uuid not null references agent on delete cascade,
  provider_id uuid not null references agent on delete cascade,
  service_id uuid not null references service on delete cascade,
  offer_revision_id uuid not null references offer_revision on delete cascade,
  entitlement_id uuid not null references entitlement on delete cascade,
  allowance_id uuid not null references service_allowance on delete cascade,
  -- The window that its use was taken from, and goes back to.
  window_start timestamptz not null,
  state text not null check (state in ('working', 'awaiting_input', 'completed', 'failed', 'cancelled', 'blocked_auth')),
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
  leased_until timestamptz not null default '-infinity'::timestamptz
) with (fillfactor=80);
create index service_task_due on service_task (due_at) where due_at is not null;
create index service_task_of_consumer on service_task (consumer_id, id);
create index service_task_of_provider on service_task (provider_id, id);
create index service_task_of_service on service_task (service_id, completed_at);
create index service_task_of_revision on service_task (offer_revision_id);
create index service_task_of_entitlement on service_task (entitlement_id);
create index service_task_of_allowance on service_task (allowance_id);
create index service_task_ended on service_task (completed_at) where completed_at is not null;

create table service_task_artifact (
  task_id uuid not null references service_task on delete cascade,
  place integer not null,
  artifact text not null,
  sha256 text not null,
  primary key (task_id, place)
);

-- What both sides may hold against each other: a signed record of how a task ended, chained for each provider.
create table service_receipt (
  id uuid primary key,
  task_id uuid not null unique references service_task on delete cascade,
  provider_id uuid not null references agent on delete cascade,
  place bigint not null,
  jws text not null,
  sha256 text not null,
  created_at timestamptz not null,
  constraint service_receipt_chain_unique unique (provider_id, place)
);

-- Facts of a service that its score goes by have changed.
create function judge_offer_of_service() returns trigger language plpgsql as $$
begin
  update offer_revision o set merit = offer_merit(new.quality, t.score) from agent_trust t
  where o.id = new.offer_revision_id and t.agent_id = new.owner_agent_id;
  return null;
end
$$;

create function judge_offers_of_agent() returns trigger language plpgsql as $$
begin
  update offer_revision o set merit = offer_merit(s.quality, new.score) from service s
  where s.owner_agent_id = new.agent_id and o.id = s.offer_revision_id;
  return null;
end
$$;

create trigger judge_offers after update of score on agent_trust for each row
  when (old.score is distinct from new.score) execute function judge_offers_of_agent();
create trigger judge_offer after update of quality on service for each row
  when (new.offer_revision_id is not null and old.quality is distinct from new.quality)
  execute function judge_offer_of_service();
