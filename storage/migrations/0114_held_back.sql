-- Whom readers do not come upon until a time. Whether somebody is held back goes by this column alone, not by the clock: a
-- job takes it away when its time has come, so that whatever goes by who is come upon is told of that as of any other change.
alter table agent_standing add column held_until timestamptz;

drop trigger standing_changed_for_feeds on agent_standing;
create trigger standing_changed_for_feeds after update on agent_standing for each row
  when ((old.status, old.held_until is null) is distinct from (new.status, new.held_until is null))
  execute function tell_feeds_of_agent();

create function tell_ranks_of_agent() returns trigger language plpgsql as $$
begin
  insert into agent_touched (agent_id) values (new.agent_id) on conflict do nothing;
  insert into hashtag_changed (tag, post_id, is_gone)
    select distinct t.tag, null::uuid, false from post p cross join unnest(p.hashtags) as t (tag)
    where p.agent_id = new.agent_id and p.hashtags <> '{}';
  return null;
end
$$;
create trigger standing_changed_for_ranks after update on agent_standing for each row
  when (old.held_until is null is distinct from (new.held_until is null)) execute function tell_ranks_of_agent();
