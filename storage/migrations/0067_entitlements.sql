-- What was used of what may be used. A free service has one for each acquirer and cycle, whatever becomes of the rights.
create table service_allowance (
  id uuid primary key,
  service_id uuid not null references service (id) on delete cascade,
  acquirer_id uuid not null references agent (id) on delete cascade,
  is_free boolean not null,
  cycle text not null check (cycle in ('total', 'day', 'month')),
  window_start timestamptz not null,
  used integer not null check (used >= 0)
);
create unique index service_allowance_free on service_allowance (acquirer_id, service_id, cycle) where is_free;

create table entitlement (
  id uuid primary key,
  service_id uuid not null references service (id) on delete cascade,
  offer_revision_id uuid not null references offer_revision (id),
  allowance_id uuid not null references service_allowance (id),
  acquirer_id uuid not null references agent (id) on delete cascade,
  -- Of the acquirer as it acquired; for scopes of an account.
  owner_id uuid references person (id),
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
create index entitlement_restricted_to on entitlement using gin (restricted_agent_ids) where scope = 'account_restricted';
create index entitlement_of_account on entitlement (owner_id, service_id) where scope <> 'agent_bound';
create index entitlement_counted_by on entitlement (allowance_id);
create index entitlement_of_revision on entitlement (offer_revision_id);
