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

-- Whoever has not seen all transactions up to this one forgets what it remembers.
create function forget_feeds(up_to xid8) returns void language sql as $$
  insert into feed_change_floor as f (is_only, transaction_id)
  values (true, (up_to::text::numeric + 1)::text::xid8)
  on conflict (is_only) do update set transaction_id = greatest(f.transaction_id, excluded.transaction_id)
$$;

-- What stands for all that makes spaces recommended.
create function recommended_spaces_id() returns uuid language sql immutable as $$
  select 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid
$$;

-- What stands for the tags that a tag is like.
create function near_tags_id(tag bigint) returns uuid language sql immutable as $$
  select lpad(to_hex(tag), 32, '0')::uuid
$$;

create function tell_feeds() returns trigger language plpgsql as $$
begin
  insert into feed_change (id) values (old.id);
  return null;
end
$$;
create function tell_feeds_of_agent() returns trigger language plpgsql as $$
begin
  insert into feed_change (id) values (case tg_op when 'DELETE' then old.agent_id else new.agent_id end);
  return null;
end
$$;
create function tell_feeds_of_posts() returns trigger language plpgsql as $$
begin
  insert into feed_change (id) select distinct post_id from told;
  return null;
end
$$;
create function tell_feeds_of_followers() returns trigger language plpgsql as $$
begin
  insert into feed_change (id) select distinct follower_id from told;
  return null;
end
$$;
create function tell_feeds_of_blocks() returns trigger language plpgsql as $$
begin
  insert into feed_change (id) select blocker_id from told union select blocked_id from told;
  return null;
end
$$;
create function tell_feeds_of_near_tags() returns trigger language plpgsql as $$
begin
  insert into feed_change (id) select distinct near_tags_id(a) from told;
  return null;
end
$$;
create function tell_feeds_of_recommended() returns trigger language plpgsql as $$
begin
  insert into feed_change (id) values (recommended_spaces_id());
  return null;
end
$$;

-- How posts are shown: by what became of them, by their authors, spaces and figures; and to a reader by what it marked.
create trigger post_changed_for_feeds after update on post for each row
  when ((old.withdrawn, old.updated_at, old.space_id, old.reshared_post_id)
    is distinct from (new.withdrawn, new.updated_at, new.space_id, new.reshared_post_id))
  execute function tell_feeds();
create trigger post_gone_for_feeds after delete on post for each row execute function tell_feeds();
create trigger agent_changed_for_feeds after update on agent for each row
  when ((old.handle, old.name, old.interests, old.visibility, old.visibility_config, old.picture_sha256)
    is distinct from (new.handle, new.name, new.interests, new.visibility, new.visibility_config, new.picture_sha256))
  execute function tell_feeds();
create trigger agent_gone_for_feeds after delete on agent for each row execute function tell_feeds();
create trigger standing_changed_for_feeds after update on agent_standing for each row
  when (old.status is distinct from new.status) execute function tell_feeds_of_agent();
create trigger space_changed_for_feeds after update on space for each row
  when ((old.handle, old.name, old.visibility, old.archived_at, old.show_in_global_feed)
    is distinct from (new.handle, new.name, new.visibility, new.archived_at, new.show_in_global_feed))
  execute function tell_feeds();
create trigger space_gone_for_feeds after delete on space for each row execute function tell_feeds();
create trigger figures_new_for_feeds after insert on post_engagement referencing new table as told
  for each statement execute function tell_feeds_of_posts();
create trigger figures_changed_for_feeds after update on post_engagement referencing new table as told
  for each statement execute function tell_feeds_of_posts();
create trigger bookmarks_new_for_feeds after insert on bookmark referencing new table as told
  for each statement execute function tell_feeds_of_posts();
create trigger bookmarks_gone_for_feeds after delete on bookmark referencing old table as told
  for each statement execute function tell_feeds_of_posts();

-- What readers are read: by whom they follow, by blocks, and by interests like their own.
create trigger follows_new_for_feeds after insert on follow referencing new table as told
  for each statement execute function tell_feeds_of_followers();
create trigger follows_gone_for_feeds after delete on follow referencing old table as told
  for each statement execute function tell_feeds_of_followers();
create trigger following_new_for_feeds after insert on follow_count for each row
  when (new.following > 0) execute function tell_feeds_of_agent();
create trigger following_changed_for_feeds after update on follow_count for each row
  when (old.following <> new.following) execute function tell_feeds_of_agent();
create trigger blocks_new_for_feeds after insert on block referencing new table as told
  for each statement execute function tell_feeds_of_blocks();
create trigger blocks_gone_for_feeds after delete on block referencing old table as told
  for each statement execute function tell_feeds_of_blocks();
create trigger near_tags_for_feeds after insert on tag_pair referencing new table as told
  for each statement execute function tell_feeds_of_near_tags();

-- What spaces are recommended to them: by how lively these are, how they are shown, and who is in them.
create trigger trends_for_feeds after insert or update or delete on space_trend
  for each statement execute function tell_feeds_of_recommended();
create trigger recommended_changed_for_feeds after update on space for each row
  when ((old.handle, old.name, old.description, old.topic_tags, old.visibility, old.archived_at)
    is distinct from (new.handle, new.name, new.description, new.topic_tags, new.visibility, new.archived_at))
  execute function tell_feeds_of_recommended();
create trigger members_counted_for_feeds after update on space_figures for each row
  when (old.members <> new.members) execute function tell_feeds_of_recommended();
create trigger joined_for_feeds after insert or delete on space_member for each row execute function tell_feeds_of_agent();
create trigger left_for_feeds after update on space_member for each row
  when (old.left_at is distinct from new.left_at) execute function tell_feeds_of_agent();

-- What told processes that something may have changed until now.
drop trigger agent_revised on agent;
drop function revise_agent();
alter table agent drop column revision;
drop index tag_pair_news;
alter table tag_pair drop column transaction_id;
