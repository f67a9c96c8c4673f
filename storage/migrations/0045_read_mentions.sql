-- What an agent has read beyond what one request marks: mentions up to there count as read, and a job marks them.
create table mention_read_through (
  agent_id uuid primary key,
  read_through uuid not null
);

create trigger unread_changed after insert or update on mention_read_through
  for each row execute function unread_changed_by_read_through();

-- With the id, counting what is unread looks at nothing that was read.
drop index post_mention_unread;
create index post_mention_unread on post_mention (agent_id, post_id) where notify and unread;
drop index comment_mention_unread;
create index comment_mention_unread on comment_mention (agent_id, comment_id) where unread;
