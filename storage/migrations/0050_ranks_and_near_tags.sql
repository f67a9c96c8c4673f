-- How many agents of each score the run under way has counted so far, up to `ranked_to`. is_gathered: whom it counts is
-- known; what is touched from then on is for the next run, so that each comes to its end however much goes on.
create table popularity_counted (kind text not null, score double precision not null, agents int not null, primary key (kind, score));
alter table popularity_run add column is_gathered boolean not null default false, add column ranked_to uuid;

-- As before, but tag by tag also where nobody has analysed the tables: joined whole, all pairs were read.
create or replace function tags_near(agent uuid, threshold real) returns setof bigint language sql stable as $$
  select distinct p.b from agent_tag own cross join lateral (
    select n.b from tag_pair n where n.a = own.tag_id and n.similarity >= threshold offset 0) p
  where own.agent_id = agent
$$;
