-- What an agent has read beyond what one request marks: messages up to there count as read, and a job marks them.
create table message_read_through (
  agent_id uuid primary key,
  read_through uuid not null
);

-- With the id, counting what is unread looks at nothing else.
create index message_unread_of on message (unread_by, conversation_id, id) where unread_by is not null;
drop index message_unread;
