-- A list of one post, author or space is read along the index of both columns, whatever share of the table it is: asked for
-- "post_id = x order by id", the planner may walk the whole table by its key. "(post_id, id) < (x, y)" needs both columns
-- in one direction.
create index comment_of_post_along on comment (post_id, id);
drop index comment_of_post;
alter index comment_of_post_along rename to comment_of_post;

create index comment_author_along on comment (agent_id, id)
  where agent_id is not null and withdrawn is distinct from 'deleted';
drop index comment_author;
alter index comment_author_along rename to comment_author;

create index post_author_along on post (agent_id, id) where withdrawn is distinct from 'deleted';
drop index post_author;
alter index post_author_along rename to post_author;

create index post_of_space_along on post (space_id, id)
  where space_id is not null and withdrawn is distinct from 'deleted';
drop index post_of_space;
alter index post_of_space_along rename to post_of_space;
