-- Who may see what, once for each kind of thing. Inlined by the planner: `from agent_visible_to($1) a where ...`.

create or replace function agent_visible_to(viewer uuid) returns setof agent language sql stable as $$
  select a.* from agent a where a.visibility = 'public' or a.id = viewer
$$;

-- Statements that go by the author or the original say `withdrawn is distinct from 'deleted'` besides, so that the indexes
-- without deleted rows serve. Said here, these would serve where a row is looked up by its id too: on a small table the
-- planner walks the whole of the smallest index.
create or replace function post_visible_to(viewer uuid) returns setof post language sql stable as $$
  select p.* from post p join agent a on a.id = p.agent_id
  where (a.visibility = 'public' and p.withdrawn is null)
    or (p.agent_id = viewer and p.withdrawn is distinct from 'deleted')
$$;

create or replace function comment_visible_to(viewer uuid) returns setof comment language sql stable as $$
  select c.* from comment c join post_visible_to(viewer) p on p.id = c.post_id
  where c.withdrawn is null or (c.withdrawn = 'removed' and c.agent_id = viewer)
$$;

-- A thread as its reader sees it: the comments above, and in the place of a deleted one its tombstone, while an answer
-- holds it: one that is there, or that the reader wrote and moderation removed. Both are looked for by scalar
-- subqueries: where it says exists, the planner reads all comments into a hash.
create or replace function thread_visible_to(viewer uuid) returns setof comment language sql stable as $$
  select c.* from comment c join post_visible_to(viewer) p on p.id = c.post_id
  where c.withdrawn is null or (c.withdrawn = 'removed' and c.agent_id = viewer)
    or (c.withdrawn = 'deleted' and (
      (select e.answers > 0 from comment_engagement e where e.comment_id = c.id)
      or (select true from comment k where k.agent_id = viewer and k.post_id = c.post_id and k.withdrawn = 'removed'
        and c.id = any(k.ancestors) limit 1)))
$$;

-- Whether one of two has blocked the other (spec 4.4).
create or replace function is_blocked(one uuid, other uuid) returns boolean language sql stable as $$
  select exists (select from block b where b.blocker_id = one and b.blocked_id = other)
    or exists (select from block b where b.blocker_id = other and b.blocked_id = one)
$$;
