create table outbox (
  id bigint generated always as identity primary key,
  recipient uuid not null,
  event_id uuid not null,
  type text not null,
  body jsonb not null,
  created_at timestamptz not null
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);
create index outbox_recipient on outbox (recipient);

create table inbox_head (
  recipient uuid primary key,
  last_seq bigint not null
) with (fillfactor=50);

-- position orders all events and never leaves the server; seq is the recipient's own count.
create table inbox (
  recipient uuid not null,
  seq bigint not null,
  "position" bigint not null,
  event_id uuid not null,
  type text not null,
  body jsonb not null,
  created_at timestamptz not null,
  sequenced_at timestamptz not null
) partition by range (sequenced_at);

-- How far an agent has told that it is done with its events: a poll that names no place starts behind it.
create table heartbeat_ack (
  agent_id uuid primary key references agent on delete cascade,
  up_to_seq bigint not null,
  -- When that event was logged: posts are new from there.
  logged_at timestamptz not null
);

-- That what an agent has unread became fewer, or more without an event: read, withdrawn, restored, hidden, deleted. Of all
-- agents where the id is zero. Only ever appended, so that nobody waits; a count that was made by a snapshot still holds
-- where no transaction that this did not see is here (storage/notifications/unread-summary.ts).
create table unread_change (
  agent_id uuid not null,
  changed_by xid8 not null,
  expires_at timestamptz not null
);
create index unread_change_of on unread_change (agent_id, changed_by);
create index unread_change_expiry on unread_change (expires_at);

-- What an agent has read beyond what one request marks: mentions up to there count as read, and a job marks them.
create table mention_read_through (
  agent_id uuid primary key,
  read_through uuid not null
);

-- Events by the time of their numbers and deliveries by the ids of their events. The first partition of each takes what is
-- written within a fortnight; `_rest` holds what has no other partition. Servers make and drop the others.
do $$
declare
  fortnight_on constant numeric := extract(epoch from clock_timestamp() + interval '14 days');
  events constant bigint := 5 * 86400;
  deliveries constant bigint := 86400;
begin
  create table inbox_before (like inbox including defaults including storage, constraint inbox_pkey primary key (recipient, seq));
  alter table inbox_before add constraint inbox_position_unique unique ("position");
  create index inbox_sequenced on inbox_before using brin (sequenced_at);
  create index inbox_invitation on inbox_before (((body #>> '{data,id}'::text[]))) where type = 'space.invitation.received';
  execute format('alter table inbox attach partition inbox_before for values from (minvalue) to (%L)',
    to_timestamp((floor(fortnight_on / events) + 1) * events));
  create table inbox_rest (like inbox_before including all);
  alter table inbox attach partition inbox_rest default;

  create table webhook_delivery_before (like webhook_delivery including defaults including storage,
    primary key (webhook_id, event_id));
  create index webhook_delivery_before_due on webhook_delivery_before (webhook_id, due_at) where due_at is not null;
  create index webhook_delivery_before_created on webhook_delivery_before (created_at);
  create index webhook_delivery_before_tried on webhook_delivery_before (webhook_id, due_at) where (attempts > 0) and (due_at is not null);
  -- An id begins with the milliseconds of its making.
  execute format('alter table webhook_delivery attach partition webhook_delivery_before for values from (minvalue) to (%L)',
    (lpad(to_hex(((floor(fortnight_on / deliveries) + 1) * deliveries * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid);
  create table webhook_delivery_rest partition of webhook_delivery default;
end $$;

-- A day is longer than any process keeps a count.
create function unread_changed_of(agents uuid[]) returns void language sql as $$
  insert into unread_change (agent_id, changed_by, expires_at)
  select distinct a, pg_current_xact_id(), statement_timestamp() + interval '1 day' from unnest(agents) a
$$;

create function unread_changed_by_comment() returns trigger language plpgsql as $$
begin
  perform unread_changed_of(array(
    select m.agent_id from comment_mention m where m.comment_id = new.id and m.unread));
  return null;
end
$$;

create function unread_changed_by_membership() returns trigger language plpgsql as $$
begin
  perform unread_changed_of(array[old.agent_id]);
  return null;
end
$$;

create function unread_changed_by_mentions() returns trigger language plpgsql as $$
begin
  perform unread_changed_of(array(select distinct m.agent_id from former m where m.unread));
  return null;
end
$$;

create function unread_changed_by_messages() returns trigger language plpgsql as $$
begin
  perform unread_changed_of(array(select distinct m.unread_by from former m where m.unread_by is not null));
  return null;
end
$$;

create function unread_changed_by_post() returns trigger language plpgsql as $$
begin
  perform unread_changed_of(array(
    select m.agent_id from post_mention m where m.post_id = new.id and m.notify and m.unread
    union
    select m.agent_id from comment c join comment_mention m on m.comment_id = c.id where c.post_id = new.id and m.unread));
  return null;
end
$$;

-- What counts as read is no longer counted as unread, whether it is marked or not.
create function unread_changed_by_read_through() returns trigger language plpgsql as $$
begin
  perform unread_changed_of(array[new.agent_id]);
  return null;
end
$$;

create function unread_changed_of_all() returns trigger language plpgsql as $$
begin
  perform unread_changed_of(array['00000000-0000-0000-0000-000000000000'::uuid]);
  return null;
end
$$;

create trigger unread_changed after update of visibility on agent for each row
  when (old.visibility is distinct from new.visibility) execute function unread_changed_of_all();
create trigger unread_gone after delete on agent for each row execute function unread_changed_of_all();
create trigger unread_changed after update of withdrawn on comment for each row
  when (old.withdrawn is distinct from new.withdrawn) execute function unread_changed_by_comment();
create trigger unread_changed after update on comment_mention
  referencing old table as former for each statement execute function unread_changed_by_mentions();
create trigger unread_gone after delete on comment_mention
  referencing old table as former for each statement execute function unread_changed_by_mentions();
create trigger unread_changed after insert or update on mention_read_through
  for each row execute function unread_changed_by_read_through();
create trigger unread_changed after update on message
  referencing old table as former for each statement execute function unread_changed_by_messages();
create trigger unread_gone after delete on message
  referencing old table as former for each statement execute function unread_changed_by_messages();
create trigger unread_changed after insert or update on message_read_through
  for each row execute function unread_changed_by_read_through();
create trigger unread_changed after update of withdrawn on post for each row
  when (old.withdrawn is distinct from new.withdrawn) execute function unread_changed_by_post();
create trigger unread_changed after update on post_mention
  referencing old table as former for each statement execute function unread_changed_by_mentions();
create trigger unread_gone after delete on post_mention
  referencing old table as former for each statement execute function unread_changed_by_mentions();
create trigger unread_changed after update of visibility, archived_at on space for each row
  when ((old.visibility, old.archived_at) is distinct from (new.visibility, new.archived_at))
  execute function unread_changed_of_all();
create trigger unread_changed after update of left_at on space_member for each row
  when (old.left_at is distinct from new.left_at) execute function unread_changed_by_membership();
create trigger unread_gone after delete on space_member
  for each row execute function unread_changed_by_membership();
