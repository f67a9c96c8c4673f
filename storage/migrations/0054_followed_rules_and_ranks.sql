-- By the checksum of the rules: which ones the sweep under way follows since it began, and which the last one to its end;
-- which ones those who are ranked were chosen by.
alter table figures_run add column rules text, add column followed text;

-- How many ranked agents have each score is kept from run to run: popularity_change has what changed since the last one,
-- each time a row of its own, so that nobody who changes it waits for another.
create table popularity_change (kind text not null, score double precision not null, agents int not null);
alter table agent_popularity add column is_ranked boolean not null default false;
alter table popularity_run drop column ranked_to, add column rules text;
delete from popularity_counted;

create function popularity_changed() returns trigger language plpgsql as $$
begin
  insert into popularity_change (kind, score, agents)
  select c.kind, c.score, sum(c.agents) from (
    select s.kind, s.score, -1 as agents from (
      values ('peer', old.peer_score), ('human', old.human_score), ('controversy', old.controversy_score)) s (kind, score)
      where old.is_ranked
    union all
    select s.kind, s.score, 1 from (
      values ('peer', new.peer_score), ('human', new.human_score), ('controversy', new.controversy_score)) s (kind, score)
      where new.is_ranked) c
  group by c.kind, c.score having sum(c.agents) <> 0;
  return null;
end
$$;
create trigger popularity_changed after insert or update or delete on agent_popularity
  for each row execute function popularity_changed();

-- Spaces of which the posts changed, a row each time: how lively these are is counted first. began, followed: of which day
-- the sweep under way is since it began, and the last one that came to its end; all spaces cool from day to day.
create table space_touched (space_id uuid not null);
create index space_touched_space on space_touched (space_id);
alter table space_trend_run add column began date, add column followed date;

create function spaces_touched() returns trigger language plpgsql as $$
begin
  insert into space_touched (space_id)
  select n.space_id from new_figures n join old_figures o using (space_id) where n.posts <> o.posts;
  return null;
end
$$;
create function spaces_touched_first() returns trigger language plpgsql as $$
begin
  insert into space_touched (space_id) select n.space_id from new_figures n where n.posts <> 0;
  return null;
end
$$;
create trigger spaces_touched after update on space_figures
  referencing new table as new_figures old table as old_figures for each statement execute function spaces_touched();
create trigger spaces_touched_first after insert on space_figures
  referencing new table as new_figures for each statement execute function spaces_touched_first();
