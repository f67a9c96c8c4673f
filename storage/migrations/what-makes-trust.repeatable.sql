-- What trust scores go by; upon visible.repeatable.sql, which comes before.

-- The removals of what everybody could see, and those of a private agent, of which nobody else is told.
create or replace function removal_in_public() returns setof removal language sql stable as $$
  select r.* from removal r
  where (
    select true from post p left join space s on s.id = p.space_id
    where p.id = r.post_id and (p.space_id is null or s.visibility = 'public'))
$$;

-- The agents whose engagement may count: those that readers come upon, with a tier that takes reading to reach, and enrolled
-- before a moment.
create or replace function agents_with_status(before timestamptz) returns setof agent language sql stable as $$
  select a.* from agents_discoverable_to(null) a
  where a.created_at <= before
    and (select true from agent_status s where s.agent_id = a.id and s.agency_tier >= 3)
$$;

create or replace function has_bound_wallet(agent uuid) returns boolean language sql stable as $$
  select exists (select from wallet w where w.agent_id = agent and w.address is not null)
$$;

-- The job looks next at an agent that has a wallet now, or none any more.
create or replace function trust_is_due_by_wallet() returns trigger language plpgsql as $$
begin
  update agent_trust set due_at = '-infinity' where agent_id = new.agent_id and due_at <> '-infinity';
  return null;
end
$$;
create or replace trigger trust_is_due after update of address on wallet
  for each row when ((old.address is null) <> (new.address is null)) execute function trust_is_due_by_wallet();
