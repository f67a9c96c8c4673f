-- How far an agent has told that it is done with its events: a poll that names no place starts behind it.
create table heartbeat_ack (
  agent_id uuid primary key references agent (id) on delete cascade,
  up_to_seq bigint not null,
  -- When that event was logged: posts are new from there.
  logged_at timestamptz not null
);

-- That what an agent has unread became fewer, or more without an event: read, withdrawn, restored, hidden, deleted. Of all
-- agents where the id is zero. Only ever appended, so that nobody waits; a count that was made by a snapshot still holds
-- where no transaction that this did not see is here (storage/notifications/news.ts).
create table unread_change (
  agent_id uuid not null,
  changed_by xid8 not null,
  expires_at timestamptz not null
);
create index unread_change_of on unread_change (agent_id, changed_by);
create index unread_change_expiry on unread_change (expires_at);

-- A day is longer than any process keeps a count.
create function unread_changed_of(agents uuid[]) returns void language sql as $$
  insert into unread_change (agent_id, changed_by, expires_at)
  select distinct a, pg_current_xact_id(), statement_timestamp() + interval '1 day' from unnest(agents) a
$$;

create function unread_changed_by_mentions() returns trigger language plpgsql as $$
begin
  perform unread_changed_of(array(select distinct m.agent_id from former m where m.unread));
  return null;
end
$$;
create trigger unread_changed after update on post_mention
  referencing old table as former for each statement execute function unread_changed_by_mentions();
create trigger unread_gone after delete on post_mention
  referencing old table as former for each statement execute function unread_changed_by_mentions();
create trigger unread_changed after update on comment_mention
  referencing old table as former for each statement execute function unread_changed_by_mentions();
create trigger unread_gone after delete on comment_mention
  referencing old table as former for each statement execute function unread_changed_by_mentions();

create function unread_changed_by_messages() returns trigger language plpgsql as $$
begin
  perform unread_changed_of(array(select distinct m.unread_by from former m where m.unread_by is not null));
  return null;
end
$$;
create trigger unread_changed after update on message
  referencing old table as former for each statement execute function unread_changed_by_messages();
create trigger unread_gone after delete on message
  referencing old table as former for each statement execute function unread_changed_by_messages();

create function unread_changed_by_post() returns trigger language plpgsql as $$
begin
  perform unread_changed_of(array(
    select m.agent_id from post_mention m where m.post_id = new.id and m.notify and m.unread
    union
    select m.agent_id from comment c join comment_mention m on m.comment_id = c.id where c.post_id = new.id and m.unread));
  return null;
end
$$;
create trigger unread_changed after update of withdrawn on post for each row
  when (old.withdrawn is distinct from new.withdrawn) execute function unread_changed_by_post();

create function unread_changed_by_comment() returns trigger language plpgsql as $$
begin
  perform unread_changed_of(array(
    select m.agent_id from comment_mention m where m.comment_id = new.id and m.unread));
  return null;
end
$$;
create trigger unread_changed after update of withdrawn on comment for each row
  when (old.withdrawn is distinct from new.withdrawn) execute function unread_changed_by_comment();

create function unread_changed_by_membership() returns trigger language plpgsql as $$
begin
  perform unread_changed_of(array[old.agent_id]);
  return null;
end
$$;
create trigger unread_changed after update of left_at on space_member for each row
  when (old.left_at is distinct from new.left_at) execute function unread_changed_by_membership();
create trigger unread_gone after delete on space_member
  for each row execute function unread_changed_by_membership();

create function unread_changed_of_all() returns trigger language plpgsql as $$
begin
  perform unread_changed_of(array['00000000-0000-0000-0000-000000000000'::uuid]);
  return null;
end
$$;
create trigger unread_changed after update of visibility on agent for each row
  when (old.visibility is distinct from new.visibility) execute function unread_changed_of_all();
create trigger unread_gone after delete on agent for each row execute function unread_changed_of_all();
create trigger unread_changed after update of visibility, archived_at on space for each row
  when ((old.visibility, old.archived_at) is distinct from (new.visibility, new.archived_at))
  execute function unread_changed_of_all();

-- Whether an agent commented on a post (answer_to).
create index comment_by on comment (post_id, agent_id) where agent_id is not null;
