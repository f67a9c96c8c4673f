-- The pages of hashtags. Posts that their authors deleted are not in it; who sees the others is asked of each.
create table post_hashtag (
  tag text collate "C" not null,
  post_id uuid not null,
  primary key (tag, post_id)
);

-- Hashtags that are to be counted anew, and which of their posts went meanwhile: what is shown takes these off at once.
create table hashtag_changed (tag text collate "C" not null, post_id uuid, is_gone boolean not null);
create index hashtag_changed_tag on hashtag_changed (tag);

-- Hashtags that several authors use these days. heat: the logarithm to base 2 of what their newest posts bring, plus the
-- hours of its time in units of half-lives, so that all cool alike while nobody touches them. witnesses: posts of several
-- authors, by which it is judged whether it is shown.
create table hashtag_trend (
  tag text collate "C" primary key,
  post_count int not null,
  heat double precision not null,
  counted_to uuid not null,
  oldest_at timestamptz not null,
  witnesses uuid[] not null
);
create index hashtag_trend_heat on hashtag_trend (heat desc, tag);
create index hashtag_trend_oldest on hashtag_trend (oldest_at);

-- One row. gathered_at: of posts up to that moment the hashtags are counted, or stand among those that changed.
create table hashtag_run (
  is_only boolean primary key default true check (is_only),
  is_begun boolean not null default false,
  gathered_at timestamptz
);
insert into hashtag_run default values;

-- Agents to whose posts several did something in the last day; heat as above.
create table agent_trend (
  agent_id uuid primary key references agent on delete cascade,
  heat double precision not null,
  oldest_at timestamptz not null
);
create index agent_trend_heat on agent_trend (heat desc, agent_id);
create index agent_trend_oldest on agent_trend (oldest_at);

-- Posts whose figures changed, as often as they did; and the agents that are to be counted anew, which one job writes.
create table post_touched (post_id uuid not null);
create table agent_touched (agent_id uuid primary key);

create function post_tagged() returns trigger language plpgsql as $$
begin
  insert into post_hashtag (tag, post_id) select unnest(new.hashtags), new.id on conflict do nothing;
  return null;
end
$$;
create trigger post_tagged after insert on post
  for each row when (new.hashtags <> '{}') execute function post_tagged();

-- Moderation hides and shows it, its author deletes it, or it goes with its author.
create function post_withdrawn() returns trigger language plpgsql as $$
declare
  is_deleted boolean := tg_op = 'DELETE' or new.withdrawn is not distinct from 'deleted';
begin
  if is_deleted then
    delete from post_hashtag where tag = any(old.hashtags) and post_id = old.id;
  end if;
  insert into hashtag_changed (tag, post_id, is_gone)
  select unnest(old.hashtags), old.id, is_deleted or new.withdrawn is not null;
  insert into post_touched (post_id) values (old.id);
  return null;
end
$$;
create trigger post_withdrawn after update of withdrawn on post
  for each row when (old.withdrawn is distinct from new.withdrawn) execute function post_withdrawn();
create trigger post_deleted after delete on post
  for each row when (old.hashtags <> '{}') execute function post_withdrawn();

create function posts_touched() returns trigger language plpgsql as $$
begin
  insert into post_touched (post_id) select post_id from touched;
  return null;
end
$$;
create trigger posts_touched_first after insert on post_engagement
  referencing new table as touched for each statement execute function posts_touched();
create trigger posts_touched after update on post_engagement
  referencing new table as touched for each statement execute function posts_touched();

insert into post_hashtag (tag, post_id)
select distinct unnest(hashtags), id from post where hashtags <> '{}' and withdrawn is distinct from 'deleted';

-- How many ranked agents stand before those of a score, plus one. kind: peer, human or controversy.
create table popularity_rank (kind text not null, score double precision not null, rank int not null, primary key (kind, score));
alter table agent_popularity drop column peer_rank, drop column human_rank, drop column controversy_rank;

-- place: agents that nothing touched are looked at in their turn, and it is the last. gathered_at: of posts that grew
-- thirty days old by then the authors are counted, or stand among those that are touched.
alter table popularity_run add column is_begun boolean not null default false, add column gathered_at timestamptz;
update popularity_run set place = null, computed_at = null;
insert into agent_touched (agent_id)
select agent_id from agent_popularity
union select p.agent_id from post_engagement e join post p on p.id = e.post_id;
