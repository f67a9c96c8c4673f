-- The interests of agents, each once, and which of them are alike. A tag says nothing of who has it: whoever shows one, or
-- whom it leads to, asks agent_tag and who may see that agent and its interests.
create extension if not exists pg_trgm;

create table tag (
  id bigint generated always as identity primary key,
  slug text collate "C" not null constraint tag_slug_unique unique
);
create index tag_trigrams on tag using gin (slug gin_trgm_ops) with (fastupdate = off);

-- Kept in step with agent.interests by the trigger below.
create table agent_tag (
  tag_id bigint not null,
  agent_id uuid not null references agent on delete cascade,
  primary key (tag_id, agent_id)
);
create index agent_tag_agent on agent_tag (agent_id, tag_id);

-- Tags whose trigrams are alike by 0.3 and more, in both directions, and each with itself.
create table tag_pair (
  a bigint not null,
  b bigint not null,
  similarity real not null,
  primary key (a, b)
);

-- Tags that a job is to pair, with those too that were written at the same time.
create table tag_unpaired (tag_id bigint not null);

-- Tags that an agent gave up: those that nobody has are forgotten by a job.
create table tag_left (tag_id bigint not null);

-- Shared by who writes tags, alone for who forgets them.
create function tag_lock() returns bigint language sql immutable as $$ select 7036::bigint $$;

-- Pairs a tag with the hundred most like it, but those that have three hundred: what is stored grows with the tags, not
-- with their square, however much alike they are.
create function pair_tag(new_id bigint) returns void language sql as $$
  with near as materialized (
    select t.id, similarity(t.slug, n.slug) as similarity
    from tag n join tag t on t.slug % n.slug and t.id <> n.id
    where n.id = new_id and similarity(t.slug, n.slug) >= 0.3
    order by 2 desc, 1 limit 100
  ), open as materialized (
    select n.id, n.similarity from near n
    where (select count(*) from (select from tag_pair p where p.a = n.id limit 300) has) < 300
  )
  insert into tag_pair (a, b, similarity)
  select new_id, id, similarity from open union all select id, new_id, similarity from open
  on conflict do nothing
$$;

-- New tags are paired at once, so that agents match from their first post on, while few wait for the job: what is written
-- in bulk is left to it. Tags of transactions that do not see each other are the job's too.
create function agent_interests_written() returns trigger language plpgsql as $$
declare
  added text[] := new.interests;
  made bigint[];
begin
  if tg_op = 'UPDATE' then
    delete from agent_tag where agent_id = new.id
      and tag_id in (select t.id from tag t where t.slug = any(old.interests) and t.slug <> all(new.interests));
    added := array(select unnest(new.interests) except select unnest(old.interests));
  end if;
  if added = '{}' then
    return null;
  end if;
  perform pg_advisory_xact_lock_shared(tag_lock());
  with new_tag as (
    insert into tag (slug)
    select s from unnest(added) s where not exists (select from tag t where t.slug = s) order by s collate "C"
    on conflict do nothing returning id
  ), self as (
    insert into tag_pair (a, b, similarity) select id, id, 1 from new_tag
  ), unpaired as (
    insert into tag_unpaired (tag_id) select id from new_tag
  )
  select array_agg(id order by id) into made from new_tag;
  insert into agent_tag (tag_id, agent_id) select t.id, new.id from tag t where t.slug = any(added) on conflict do nothing;
  if (select count(*) from (select from tag_unpaired limit 100) waiting) < 100 then
    perform pair_tag(id) from unnest(made) id;
  end if;
  return null;
end
$$;
create trigger agent_enrolled_with_interests after insert on agent
  for each row when (new.interests <> '{}') execute function agent_interests_written();
create trigger agent_interests_written after update of interests on agent
  for each row when (old.interests is distinct from new.interests) execute function agent_interests_written();

create function agent_tags_left() returns trigger language plpgsql as $$
begin
  insert into tag_left (tag_id) select tag_id from gone;
  return null;
end
$$;
create trigger agent_tags_left after delete on agent_tag
  referencing old table as gone for each statement execute function agent_tags_left();

-- Pairs so many of the tags that are to be paired; how many there were.
create function pair_tags(tags int) returns int language plpgsql as $$
declare
  next bigint[];
begin
  perform pg_advisory_xact_lock_shared(tag_lock());
  with taken as (
    delete from tag_unpaired where ctid = any(array(select ctid from tag_unpaired limit tags)) returning tag_id
  ) select array_agg(tag_id) into next from taken;
  perform pair_tag(id) from unnest(next) id;
  return coalesce(cardinality(next), 0);
end
$$;

-- Forgets those that nobody has of so many tags that were given up; how many these were.
create function forget_tags(tags int) returns int language plpgsql as $$
declare
  given_up bigint[];
  unused bigint[];
begin
  perform pg_advisory_xact_lock(tag_lock());
  with taken as (
    delete from tag_left where ctid = any(array(select ctid from tag_left limit tags)) returning tag_id
  ) select array_agg(tag_id) into given_up from taken;
  unused := array(select t.id from tag t where t.id = any(given_up)
    and not exists (select from agent_tag a where a.tag_id = t.id));
  with gone as (delete from tag_pair where a = any(unused) returning a, b)
  delete from tag_pair p using gone g where p.a = g.b and p.b = g.a;
  delete from tag where id = any(unused);
  return coalesce(cardinality(given_up), 0);
end
$$;

-- The tags that are like one of an agent's own, from a similarity on; with 1 these alone.
create function tags_near(agent uuid, threshold real) returns setof bigint language sql stable as $$
  select distinct p.b from agent_tag own join tag_pair p on p.a = own.tag_id
  where own.agent_id = agent and p.similarity >= threshold
$$;

insert into tag (slug) select distinct slug from agent cross join unnest(interests) slug order by slug;
insert into agent_tag (tag_id, agent_id)
select distinct t.id, a.id from agent a cross join unnest(a.interests) s join tag t on t.slug = s;
insert into tag_pair (a, b, similarity) select id, id, 1 from tag;
insert into tag_unpaired (tag_id) select id from tag;
