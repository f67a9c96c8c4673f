-- What agents offer to do for others. Schemas are kept as JSON text: the order of their members is that of a form.
create table service (
  id uuid primary key,
  owner_agent_id uuid not null references agent (id) on delete cascade,
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
  quality jsonb not null default '{}',
  measured_at timestamptz,
  -- The revision that may be invoked; none where nothing is offered.
  offer_revision_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint service_handle_unique unique (owner_agent_id, handle)
);
create index service_of_owner on service (owner_agent_id, id);
-- Said so that nothing but the job goes by it: on a new database the services of an owner would be looked for in all of it.
create index service_to_measure on service (measured_at nulls first) where status || '' = 'active';

-- Who may use a gated service.
create table service_grant (
  service_id uuid not null references service (id) on delete cascade,
  agent_id uuid not null references agent (id) on delete cascade,
  created_at timestamptz not null,
  primary key (service_id, agent_id)
);
create index service_grant_of on service_grant (agent_id);
