-- What an agent wrote comes and goes with it: how lively its spaces are is counted anew.
create function spaces_touched_by_author() returns trigger language plpgsql as $$
declare author uuid;
begin
  if tg_table_name = 'agent' then author := new.id; else author := new.agent_id; end if;
  insert into space_touched (space_id) select m.space_id from space_member m where m.agent_id = author;
  return null;
end
$$;
create trigger spaces_touched after update of visibility on agent for each row
  when (old.visibility is distinct from new.visibility) execute function spaces_touched_by_author();
create trigger spaces_touched after update of status on agent_standing for each row
  when (old.status is distinct from new.status) execute function spaces_touched_by_author();
