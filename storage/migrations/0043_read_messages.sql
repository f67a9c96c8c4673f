-- What an agent has read beyond what one request marks: messages up to there count as read, and a job marks them.
create table message_read_through (
  agent_id uuid primary key,
  read_through uuid not null
);

-- With the id, counting what is unread looks at nothing else.
create index message_unread_of on message (unread_by, conversation_id, id) where unread_by is not null;
drop index message_unread;

-- What counts as read is no longer counted as unread, whether it is marked or not.
create function unread_changed_by_read_through() returns trigger language plpgsql as $$
begin
  perform unread_changed_of(array[new.agent_id]);
  return null;
end
$$;
create trigger unread_changed after insert or update on message_read_through
  for each row execute function unread_changed_by_read_through();
