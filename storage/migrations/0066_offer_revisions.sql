-- Immutable snapshots of what a service was offered as. contract: its RFC 8785 form without its hash. claims: what the
-- provider's card says, which nobody checked.
create table offer_revision (
  id uuid primary key,
  service_id uuid not null references service (id) on delete cascade,
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
  created_at timestamptz not null,
  superseded_at timestamptz,
  constraint offer_revision_unique unique (service_id, revision)
);
create index offer_revision_search on offer_revision using gin (search_words) with (fastupdate = off)
  where superseded_at is null;
alter table service add constraint service_offered foreign key (offer_revision_id) references offer_revision (id)
  deferrable initially deferred;
