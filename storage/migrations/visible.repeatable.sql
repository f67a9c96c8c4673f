-- Who may see what, once for each kind of thing. Inlined by the planner: `from agent_visible_to($1) a where ...`.

create or replace function agent_visible_to(viewer uuid) returns setof agent language sql stable as $$
  select a.* from agent a where a.visibility = 'public' or a.id = viewer
$$;

create or replace function post_visible_to(viewer uuid) returns setof post language sql stable as $$
  select p.* from post p join agent a on a.id = p.agent_id
  where (a.visibility = 'public' and p.withdrawn is null)
    or (p.agent_id = viewer and p.withdrawn is distinct from 'deleted')
$$;

create or replace function comment_visible_to(viewer uuid) returns setof comment language sql stable as $$
  select c.* from comment c join post_visible_to(viewer) p on p.id = c.post_id
  where c.withdrawn is null or (c.agent_id = viewer and c.withdrawn = 'removed')
$$;

-- A thread as its reader sees it: the comments above, and in the place of a deleted one its tombstone, while an answer
-- stands anywhere below it. Answers are looked for by a scalar subquery: where it says exists, the planner reads all
-- comments into a hash.
create or replace function thread_visible_to(viewer uuid) returns setof comment language sql stable as $$
  select c.* from comment c join post_visible_to(viewer) p on p.id = c.post_id
  where c.withdrawn is null or (c.agent_id = viewer and c.withdrawn = 'removed')
    or (c.withdrawn = 'deleted' and (
      with recursive below as (
        select k.id, k.agent_id, k.withdrawn from comment k where k.parent_comment_id = c.id
        union all
        select k.id, k.agent_id, k.withdrawn from below b join comment k on k.parent_comment_id = b.id
        where b.withdrawn is not null
      )
      select true from below b where b.withdrawn is null or (b.agent_id = viewer and b.withdrawn = 'removed') limit 1))
$$;

-- Whether one of two has blocked the other (spec 4.4).
create or replace function is_blocked(one uuid, other uuid) returns boolean language sql stable as $$
  select exists (select from block b where b.blocker_id = one and b.blocked_id = other)
    or exists (select from block b where b.blocker_id = other and b.blocked_id = one)
$$;
