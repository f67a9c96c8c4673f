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
  -- What its score has whatever is sought, while it is current: the one member that changes.
  merit numeric(7, 6) not null default 0,
  created_at timestamptz not null,
  superseded_at timestamptz,
  constraint offer_revision_unique unique (service_id, revision)
);
create index offer_revision_search on offer_revision using gin (search_words) with (fastupdate = off)
  where superseded_at is null;
create index offer_revision_best on offer_revision (merit desc, id desc) where superseded_at is null;
create index offer_revision_newest on offer_revision (id desc) where superseded_at is null;
-- Few of many hold at a moment, where providers go and come.
create index service_endpoint_valid on service_endpoint (evidence_valid_until);
-- Of each service that is offered anew, since when its holders of rights are still to be told; place: the last that was.
create table offer_superseding (
  service_id uuid primary key references service (id) on delete cascade,
  offer_revision_id uuid not null references offer_revision (id) on delete cascade,
  superseded_by uuid not null references offer_revision (id) on delete cascade,
  place uuid
);
alter table service add constraint service_offered foreign key (offer_revision_id) references offer_revision (id)
  deferrable initially deferred;
create index service_offering on service (offer_revision_id) where offer_revision_id is not null;

-- Facts of a service that its score goes by have changed.
create function judge_offer_of_service() returns trigger language plpgsql as $$
begin
  update offer_revision o set merit = offer_merit(new.quality, t.agency_tier) from agent_standing t
  where o.id = new.offer_revision_id and t.agent_id = new.owner_agent_id;
  return null;
end
$$;
create trigger judge_offer after update of quality on service for each row
  when (new.offer_revision_id is not null and old.quality is distinct from new.quality)
  execute function judge_offer_of_service();

create function judge_offers_of_agent() returns trigger language plpgsql as $$
begin
  update offer_revision o set merit = offer_merit(s.quality, new.agency_tier) from service s
  where s.owner_agent_id = new.agent_id and o.id = s.offer_revision_id;
  return null;
end
$$;
create trigger judge_offers after update of agency_tier on agent_standing for each row
  when (old.agency_tier is distinct from new.agency_tier) execute function judge_offers_of_agent();
