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
