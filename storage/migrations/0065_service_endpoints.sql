-- Each attempt to bind a provider's endpoint to a service, never changed: what was asked, what was found. card: the
-- canonical payload whose signature was verified.
create table service_endpoint_revision (
  service_id uuid not null references service (id) on delete cascade,
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
  service_id uuid primary key references service (id) on delete cascade,
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

-- A check that is under way: there is one of a service at a time, and none outlives held_until.
create table service_endpoint_check (
  service_id uuid primary key references service (id) on delete cascade,
  holder uuid not null,
  card_url text not null,
  skill_id text not null,
  key_version integer not null,
  held_until timestamptz not null
);

-- How often the checks of a day held.
create table service_endpoint_day (
  service_id uuid not null references service (id) on delete cascade,
  day date not null,
  held integer not null,
  failed integer not null,
  primary key (service_id, day)
);
