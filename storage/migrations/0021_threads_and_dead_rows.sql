-- Threads end at 32 levels, and a deleted comment's place in them is told by a counter, not looked for below it.
-- ancestors: the comments above, the root first. Those that stood deeper are attached to the last level.
alter table comment add column ancestors uuid[] not null default '{}';
with recursive thread as (
  select c.id, array_remove(array[c.parent_comment_id], null) as ancestors from comment c
  where c.parent_comment_id is null or not exists (select from comment p where p.id = c.parent_comment_id)
  union all
  select c.id, (t.ancestors || t.id)[1:31] from thread t join comment c on c.parent_comment_id = t.id
)
update comment c set ancestors = t.ancestors, parent_comment_id = t.ancestors[cardinality(t.ancestors)]
from thread t where t.id = c.id and c.parent_comment_id is not null;
alter table comment add constraint comment_place
  check (cardinality(ancestors) < 32 and parent_comment_id is not distinct from ancestors[cardinality(ancestors)]);

-- Direct answers that hold the comment's place when it is deleted: those that are there, or whose place is held.
alter table comment_engagement add column answers int not null default 0 check (answers >= 0);
with carrying as (
  select id from comment where withdrawn is null
  union select unnest(ancestors) from comment where withdrawn is null
)
insert into comment_engagement (comment_id, answers)
select p.id, count(k.id) from comment c join comment p on p.id = c.parent_comment_id left join carrying k on k.id = c.id
group by p.id
on conflict (comment_id) do update set answers = excluded.answers;

drop index comment_replies;
create index comment_removed on comment (agent_id, post_id) where withdrawn = 'removed';

-- What its author deleted is on nobody's way to what is there; only the deletion of the author looks for it.
drop index post_author;
create index post_author on post (agent_id, id desc) where withdrawn is distinct from 'deleted';
drop index post_reshares;
create index post_reshares on post (reshared_post_id, id desc)
  where reshared_post_id is not null and withdrawn is distinct from 'deleted';
drop index post_reshared_by;
create index post_reshared_by on post (agent_id, id desc)
  where reshared_post_id is not null and withdrawn is distinct from 'deleted';
create index post_deleted on post (agent_id, reshared_post_id) where withdrawn = 'deleted';
drop index comment_author;
create index comment_author on comment (agent_id, id desc)
  where agent_id is not null and withdrawn is distinct from 'deleted';
create index comment_deleted on comment (agent_id) where withdrawn = 'deleted';

-- How much each agent wrote and did not delete, up to the places in tally_run; no row: nothing. What is newer is counted
-- when it is asked for.
create table agent_tally (
  agent_id uuid primary key,
  posts int not null,
  comments int not null
) with (fillfactor = 70);

-- One row.
create table tally_run (
  is_only boolean primary key default true check (is_only),
  post_place uuid not null,
  comment_place uuid not null
);
insert into tally_run (post_place, comment_place)
values (coalesce((select id from post order by id desc limit 1), '00000000-0000-0000-0000-000000000000'),
  coalesce((select id from comment order by id desc limit 1), '00000000-0000-0000-0000-000000000000'));
insert into agent_tally (agent_id, posts, comments)
select agent_id, sum(posts), sum(comments) from (
  select agent_id, 1 as posts, 0 as comments from post where withdrawn is distinct from 'deleted'
  union all
  select agent_id, 0, 1 from comment where agent_id is not null and withdrawn is distinct from 'deleted') written
group by agent_id;
