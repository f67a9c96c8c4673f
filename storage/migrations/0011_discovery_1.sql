create table tag (
  id bigint generated always as identity primary key,
  slug text collate "C" not null,
  constraint tag_slug_unique unique (slug)
);
create index tag_trigrams on tag using gin (slug gin_trgm_ops) with (fastupdate=off);

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
  primary key (a, b) include (similarity)
);

-- Tags that a job is to pair, with those too that were written at the same time.
create table unpaired_tag (
  tag_id bigint not null
);

-- Tags that an agent gave up: those that nobody has are forgotten by a job.
create table removed_tag (
  tag_id bigint not null
);

-- What posts are searched by: their words, made by a job (tools/search/post-index.job.ts), with their places. A row without
-- words: the post has none, or it is withdrawn.
create table post_search (
  post_id uuid primary key,
  words tsvector not null
);
-- The list of pending entries makes many posts cheap to index; each search reads all of it, so that it is kept short.
create index post_search_search on post_search using gin (words) with (fastupdate='on', gin_pending_list_limit='512');

-- Posts whose words are to be made anew.
create table unindexed_post (
  post_id uuid primary key
);

-- Agents to whose posts several did something in the last day; heat as above.
create table agent_trend (
  agent_id uuid primary key references agent on delete cascade,
  heat double precision not null,
  oldest_at timestamptz not null
);
create index agent_trend_heat on agent_trend (heat desc, agent_id);
create index agent_trend_oldest on agent_trend (oldest_at);

-- What the words of posts know: all transactions below `seen_below` but those that were running, whichever committed first,
-- and posts from `unswept_below` on, where older ones may have no words. One row.
create table post_search_cursor (
  is_only boolean default true primary key check (is_only),
  seen_below xid8 not null,
  running xid8[] not null,
  unswept_below uuid
);
insert into post_search_cursor (seen_below, running, unswept_below)
select pg_snapshot_xmax(now_seen), array(select pg_snapshot_xip(now_seen)), 'ffffffff-ffff-ffff-ffff-ffffffffffff'
from pg_current_snapshot() now_seen;

-- What changed of what feeds are made of. Processes remember readers, posts and what is recommended, and hear of these ids
-- behind their snapshots as they hear of new posts. Lost in a crash, as is all that processes remember.
create unlogged table feed_change (
  transaction_id xid8 not null default pg_current_xact_id(),
  id uuid not null,
  changed_at timestamptz not null default clock_timestamp()
);
create index feed_change_news on feed_change (transaction_id);

-- Changes of transactions before this one may have been deleted.
create unlogged table feed_change_floor (
  is_only boolean primary key check (is_only),
  transaction_id xid8 not null
);

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
    insert into unpaired_tag (tag_id) select id from new_tag
  )
  select array_agg(id order by id) into made from new_tag;
  insert into agent_tag (tag_id, agent_id) select t.id, new.id from tag t where t.slug = any(added) on conflict do nothing;
  if (select count(*) from (select from unpaired_tag limit 100) waiting) < 100 then
    perform pair_tag(id) from unnest(made) id;
  end if;
  return null;
end
$$;

create function agent_tags_removed() returns trigger language plpgsql as $$
begin
  insert into removed_tag (tag_id) select tag_id from gone;
  return null;
end
$$;

-- Whoever has not seen all transactions up to this one forgets what it remembers.
create function invalidate_feeds(up_to xid8) returns void language sql as $$
  insert into feed_change_floor as f (is_only, transaction_id)
  values (true, (up_to::text::numeric + 1)::text::xid8)
  on conflict (is_only) do update set transaction_id = greatest(f.transaction_id, excluded.transaction_id)
$$;

-- Forgets those that nobody has of so many tags that were given up; how many these were.
create function delete_unused_tags(tags integer) returns integer language plpgsql as $$
declare
  given_up bigint[];
  unused bigint[];
begin
  perform pg_advisory_xact_lock(tag_lock());
  with taken as (
    delete from removed_tag where ctid = any(array(select ctid from removed_tag limit tags)) returning tag_id
  ) select array_agg(tag_id) into given_up from taken;
  unused := array(select t.id from tag t where t.id = any(given_up)
    and not exists (select from agent_tag a where a.tag_id = t.id));
  with gone as (delete from tag_pair where a = any(unused) returning a, b)
  delete from tag_pair p using gone g where p.a = g.b and p.b = g.a;
  delete from tag where id = any(unused);
  return coalesce(cardinality(given_up), 0);
end
$$;

-- What stands for the tags that a tag is like.
create function near_tags_id(tag bigint) returns uuid language sql immutable as $$
  select lpad(to_hex(tag), 32, '0')::uuid
$$;

-- Pairs so many of the tags that are to be paired; how many there were.
create function pair_tags(tags integer) returns integer language plpgsql as $$
declare
  next bigint[];
begin
  perform pg_advisory_xact_lock_shared(tag_lock());
  with taken as (
    delete from unpaired_tag where ctid = any(array(select ctid from unpaired_tag limit tags)) returning tag_id
  ) select array_agg(tag_id) into next from taken;
  perform pair_tag(id) from unnest(next) id;
  return coalesce(cardinality(next), 0);
end
$$;

-- Hashtags of all posts of a statement are noted by one statement, not by one for each post.
create function post_tagged() returns trigger language plpgsql as $$
begin
  insert into post_hashtag (tag, post_id)
  select unnest(hashtags), id from posted where hashtags <> '{}' on conflict do nothing;
  return null;
end
$$;

-- Moderation hides and shows it, its author deletes it, or it goes with its author.
create function post_withdrawn() returns trigger language plpgsql as $$
declare
  is_deleted boolean := tg_op = 'DELETE' or new.withdrawn is not distinct from 'deleted';
begin
  if is_deleted then
    delete from post_hashtag where tag = any(old.hashtags) and post_id = old.id;
  end if;
  insert into changed_hashtag (tag, post_id, is_gone)
  select unnest(old.hashtags), old.id, is_deleted or new.withdrawn is not null;
  insert into dirty_post (post_id) values (old.id);
  return null;
end
$$;

-- What an author or moderation takes back is found by nobody from then on, and what is there again, by and by.
create function post_search_outdated() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from post_search where post_id = old.id;
    return null;
  end if;
  update post_search set words = '' where post_id = new.id;
  if new.withdrawn is null then
    insert into unindexed_post (post_id) values (new.id) on conflict do nothing;
  end if;
  return null;
end
$$;

-- As before, but tag by tag also where nobody has analysed the tables: joined whole, all pairs were read.
create function tags_near(agent uuid, threshold real) returns setof bigint language sql stable as $$
  select distinct p.b from agent_tag own cross join lateral (
    select n.b from tag_pair n where n.a = own.tag_id and n.similarity >= threshold offset 0) p
  where own.agent_id = agent
$$;

create function notify_feeds() returns trigger language plpgsql as $$
begin
  insert into feed_change (id) values (old.id);
  return null;
end
$$;

create function notify_feeds_of_agent() returns trigger language plpgsql as $$
begin
  insert into feed_change (id) values (case tg_op when 'DELETE' then old.agent_id else new.agent_id end);
  return null;
end
$$;

create function notify_feeds_of_blocks() returns trigger language plpgsql as $$
begin
  insert into feed_change (id) select blocker_id from told union select blocked_id from told;
  return null;
end
$$;

create function notify_feeds_of_followers() returns trigger language plpgsql as $$
begin
  insert into feed_change (id) select distinct follower_id from told;
  return null;
end
$$;

create function notify_feeds_of_near_tags() returns trigger language plpgsql as $$
begin
  insert into feed_change (id) select distinct near_tags_id(a) from told;
  return null;
end
$$;

create function notify_feeds_of_posts() returns trigger language plpgsql as $$
begin
  insert into feed_change (id) select distinct post_id from told;
  return null;
end
$$;

create function notify_feeds_of_recommended() returns trigger language plpgsql as $$
begin
  insert into feed_change (id) values (recommended_spaces_id());
  return null;
end
$$;

create function recount_ranks_of_agent() returns trigger language plpgsql as $$
begin
  insert into dirty_agent (agent_id) values (new.agent_id) on conflict do nothing;
  insert into changed_hashtag (tag, post_id, is_gone)
    select distinct t.tag, null::uuid, false from post p cross join unnest(p.hashtags) as t (tag)
    where p.agent_id = new.agent_id and p.hashtags <> '{}';
  return null;
end
$$;
