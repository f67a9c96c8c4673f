-- Who may see what, once for each kind of thing. Inlined by the planner: `from agent_visible_to($1) a where ...`.

create or replace function agent_visible_to(viewer uuid) returns setof agent language sql stable as $$
  select a.* from agent a where a.visibility = 'public' or a.id = viewer
$$;

create or replace function post_visible_to(viewer uuid) returns setof post language sql stable as $$
  select p.* from post p join agent a on a.id = p.agent_id where a.visibility = 'public' or p.agent_id = viewer
$$;
