-- The comments of an agent below a post, the newest first: a list of comments carries its reader's own.
create index comment_by_along on comment (post_id, agent_id, id) where agent_id is not null;
drop index comment_by;
alter index comment_by_along rename to comment_by;
