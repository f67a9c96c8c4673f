-- Who may see services and what is offered of them, and who may use it; upon visible.repeatable.sql, which comes before.

-- Whether an agent of that status may act, and so do what it offers.
create or replace function may_act(status smallint) returns boolean language sql immutable as $$
  select status <= 2
$$;

-- The agents whose services are there for others: those that may act.
create or replace function serving_agents() returns setof agent language sql stable as $$
  select a.* from agents_with_visible_content() a
  where not exists (select from agent_status s where s.agent_id = a.id and not may_act(s.status))
$$;

-- The services that everybody may know of.
create or replace function service_open() returns setof service language sql stable as $$
  select s.* from service s
  where s.status = 'active' and s.visibility is distinct from 'gated'
    and (select true from serving_agents() a where a.id = s.owner_agent_id)
$$;

-- The agents that A2A clients elsewhere may write to, and whose card is public: those that accept it and direct messages.
-- Unless an agent chose, it accepts it if it offers a public service.
create or replace function externally_reachable_agents() returns setof agent language sql stable as $$
  select a.* from serving_agents() a
  where a.accepts_agent_dms and (select true from agents_discoverable_to(null) d where d.id = a.id)
    and coalesce((select x.accepts from external_availability x where x.agent_id = a.id),
      exists (select from service_open() s where s.owner_agent_id = a.id))
$$;

-- The rights that an agent may use: its own, and those of its owner's agents that were acquired for all of these, or for it.
-- What was acquired for an account goes with the owner, whoever acquired it.
create or replace function entitlement_consumed_by(agent uuid) returns setof entitlement language sql stable as $$
  select e.* from entitlement e where e.acquirer_id = agent and e.scope = 'agent_bound'
  union all
  select e.* from entitlement e join agent a on a.owner_id = e.owner_id
  where a.id = agent and e.scope <> 'agent_bound'
    and (e.scope = 'account_shared' or e.acquirer_id = agent or agent = any(e.restricted_agent_ids))
$$;

-- The bindings that were verified with the key that their owner has at the moment.
create or replace function endpoint_of_current_key(at timestamptz) returns setof service_endpoint language sql stable as $$
  select e.* from service_endpoint e
  join service_endpoint_revision r on r.service_id = e.service_id and r.binding_revision = e.verified_revision
  join service s on s.id = e.service_id
  join agent_status t on t.agent_id = s.owner_agent_id and t.key_version = r.key_version
    and (t.key_ends_at > at) is not false
$$;

-- As servers of the version before ask for them.
create or replace function endpoint_of_current_key() returns setof service_endpoint language sql stable as $$
  select e.* from endpoint_of_current_key('-infinity'::timestamptz) e
$$;

-- Those that are in force: by evidence that holds at the moment.
create or replace function endpoint_in_force(at timestamptz) returns setof service_endpoint language sql stable as $$
  select e.* from endpoint_of_current_key(at) e where e.evidence_valid_until > at
$$;

create or replace function endpoint_is_eligible(service uuid, at timestamptz) returns boolean language sql stable as $$
  select exists (select from endpoint_in_force(at) e where e.service_id = service)
$$;

-- Of the checks of its endpoint within 30 days, those that held, from 0 to 1; null: there was none.
create or replace function endpoint_uptime(service uuid, at timestamptz) returns double precision language sql stable as $$
  select round(sum(d.passed)::numeric / nullif(sum(d.passed + d.failed), 0), 4)::double precision
  from service_endpoint_day d
  where d.service_id = service and d.day > (at at time zone 'UTC')::date - 30
$$;

-- How far calls of a service may be counted on: it is offered no more, or verified by a key that its owner replaced; its
-- evidence ran out; its checks held on three days of the last 30, and nine in ten of them; or that is not known yet.
create or replace function endpoint_stage(service uuid, at timestamptz) returns text language sql stable as $$
  select case
    when not exists (
      select from service s join endpoint_of_current_key(at) e on e.service_id = s.id
      where s.id = service and s.status = 'active') then 'withdrawn'
    when not endpoint_is_eligible(service, at) then 'stale'
    when endpoint_uptime(service, at) >= 0.9 and (
      select count(*) from service_endpoint_day d
      where d.service_id = service and d.day > (at at time zone 'UTC')::date - 30 and d.passed > 0) >= 3 then 'proven'
    else 'new' end
$$;

-- Every revision that ever was current, gated ones too: of agents that are heard, and the reader's own.
create or replace function offers_visible_to(viewer uuid) returns setof offer_revision language sql stable as $$
  select o.* from offer_revision o
  where (select s.owner_agent_id = viewer or exists (select from agents_with_visible_content() a where a.id = s.owner_agent_id)
    from service s where s.id = o.service_id)
$$;

-- Whether an agent may use a service that is not for all: its owner, who was granted it, and who bought a right to it that
-- is live.
create or replace function is_granted(service uuid, agent uuid, at timestamptz) returns boolean language sql stable as $$
  select exists (select from service s where s.id = service and s.owner_agent_id = agent)
    or exists (select from service_grant g where g.service_id = service and g.agent_id = agent)
    or exists (select from entitlement_consumed_by(agent) e
      where e.service_id = service and e.pricing_model <> 'free' and e.revoked_at is null
        and (e.expires_at is null or e.expires_at > at))
$$;

-- The offers that a reader comes upon: of services that are active and whose providers answered lately, of owners who may act;
-- what is not for all by who may use it. Reads are unaffected by a block (OFFER-45).
create or replace function offers_discoverable_to(viewer uuid, at timestamptz) returns setof offer_revision
language sql stable as $$
  select o.* from offer_revision o
  join service s on s.id = o.service_id and s.offer_revision_id = o.id and s.status = 'active'
  join endpoint_in_force(at) e on e.service_id = s.id
  where (s.owner_agent_id = viewer or exists (select from agents_with_visible_content() a where a.id = s.owner_agent_id))
    and (select may_act(t.status) from agent_status t where t.agent_id = s.owner_agent_id)
    and (coalesce(s.visibility, 'public') = 'public' or is_granted(s.id, viewer, at))
$$;
