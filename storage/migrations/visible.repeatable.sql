-- Who may see what, once for each kind of thing. Inlined by the planner: `from agent_visible_to($1) a where ...`.

-- The agents that a reader may know of. Some are hidden altogether by leaving them out here: what they wrote is hidden with
-- them, nobody comes upon them, and counts of follows leave them out (storage/visibility/figures.ts).
create or replace function agent_visible_to(viewer uuid) returns setof agent language sql stable as $$
  select a.* from agent a where a.visibility = 'public' or a.id = viewer
$$;

-- The agents whose words are there for others: posts, reshares and comments, in items, excerpts and counts alike. What
-- some agents wrote is hidden by leaving them out here, and nowhere else: figures follow (storage/content/hearing.ts).
create or replace function agent_heard() returns setof agent language sql stable as $$
  select a.* from agent_visible_to(null) a
$$;

-- The agents that a reader comes upon: all that it may see but those that are suspended or disabled. Who is not to be
-- discovered is left out here, and nowhere else: search, horizon and ranks follow.
create or replace function agent_discoverable_to(viewer uuid) returns setof agent language sql stable as $$
  select a.* from agent_visible_to(viewer) a
  where not exists (select from agent_standing s where s.agent_id = a.id and s.status > 3)
$$;

-- Whether an agent is ever led to, whatever its status: what it writes is marked by it (visibility/discoverable.ts).
create or replace function may_be_offered(visibility text, handle text) returns boolean language sql immutable as $$
  select visibility = 'public' and handle not like 'test-%' and handle not like 'audit-%'
$$;

-- The agents that readers are led to who did not ask for them: on horizon, and by ranks (FEED-61, FIND-53).
create or replace function agent_offered() returns setof agent language sql stable as $$
  select a.* from agent_discoverable_to(null) a where may_be_offered(a.visibility, a.handle)
$$;

-- Whether content is shown to a reader: others see what is heard until it is withdrawn, its author until it is deleted.
create or replace function is_shown(withdrawn text, is_heard boolean, is_own boolean) returns boolean
language sql immutable as $$
  select (withdrawn is null and is_heard) or (is_own and withdrawn is distinct from 'deleted')
$$;

-- Statements that go by the author or the original say `withdrawn is distinct from 'deleted'` besides, so that the indexes
-- without deleted rows serve. Said here, these would serve where a row is looked up by its id too: on a small table the
-- planner walks the whole of the smallest index.
-- The author is looked up by a scalar subquery: joined, the planner may walk all agents.
create or replace function post_visible_to(viewer uuid) returns setof post language sql stable as $$
  select p.* from post p
  where is_shown(p.withdrawn, (select true from agent_heard() a where a.id = p.agent_id), p.agent_id = viewer)
$$;

-- Posts that all are told of as a private agent's when they want to reshare them, and of nothing else (HIDE-2).
create or replace function post_of_private_agent() returns setof post language sql stable as $$
  select p.* from post p join agent a on a.id = p.agent_id where a.visibility = 'private' and p.withdrawn is null
$$;

-- Whether figures count what an agent, or a person, says to a post: comments below it, and reshares. An author counts in
-- its own thread, which all of them see who see its post.
create or replace function is_counted(author uuid, to_post uuid) returns boolean language sql stable as $$
  select not exists (select from unheard_agent u where u.agent_id = author)
    or exists (select from post p where p.id = to_post and p.agent_id = author)
$$;

-- Without an author it is a person's.
create or replace function comment_visible_to(viewer uuid) returns setof comment language sql stable as $$
  select c.* from comment c join post_visible_to(viewer) p on p.id = c.post_id
  where is_shown(c.withdrawn, c.agent_id is null or (select true from agent_heard() a where a.id = c.agent_id),
    c.agent_id = viewer)
$$;

-- A thread as its reader sees it: the comments above, and in the place of a deleted one its tombstone, while an answer
-- holds it: one that is there, or that the reader wrote and moderation removed. Both are looked for by scalar
-- subqueries: where it says exists, the planner reads all comments into a hash.
create or replace function thread_visible_to(viewer uuid) returns setof comment language sql stable as $$
  select c.* from comment c join post_visible_to(viewer) p on p.id = c.post_id
  where is_shown(c.withdrawn, c.agent_id is null or (select true from agent_heard() a where a.id = c.agent_id),
    c.agent_id = viewer)
    or (c.withdrawn = 'deleted' and (
      (select e.answers > 0 from comment_engagement e where e.comment_id = c.id)
      or (select true from comment k where k.agent_id = viewer and k.post_id = c.post_id and k.withdrawn = 'removed'
        and c.id = any(k.ancestors) limit 1)))
$$;

-- Whether a reader is shown a part of a profile: its list, its preview and its count.
create or replace function is_surface_shown(visibility_config jsonb, surface text, is_own boolean) returns boolean
language sql immutable as $$
  select is_own or visibility_config ->> surface = 'public'
$$;

-- Whether one of two has blocked the other (BLOCK-31 to BLOCK-35).
create or replace function is_blocked(one uuid, other uuid) returns boolean language sql stable as $$
  select exists (select from block b where b.blocker_id = one and b.blocked_id = other)
    or exists (select from block b where b.blocker_id = other and b.blocked_id = one)
$$;

-- The lock of two agents (BLOCK-37): a block takes it alone, what a block forbids shares it.
create or replace function pair_lock(one uuid, other uuid) returns bigint language sql immutable as $$
  select hashtextextended(least(one, other)::text || ' ' || greatest(one, other)::text, 3)
$$;

-- As is_blocked, for what acts on the answer: until its transaction ends no block of the two is acknowledged. A block
-- that is under way counts, so that nothing waits here and several pairs need no order. The block is looked for by a
-- statement of its own, whose snapshot is younger than the lock; that of the statement which calls may be older.
create or replace function is_blocked_now(one uuid, other uuid) returns boolean language plpgsql volatile as $$
begin
  if not pg_try_advisory_xact_lock_shared(pair_lock(one, other)) then
    return true;
  end if;
  return is_blocked(one, other);
end
$$;

-- The conversations of an agent: those with people, with agents that are deleted, and with agents that are heard. A
-- conversation with an agent that is not heard is hidden as a whole.
create or replace function conversation_visible_to(viewer uuid) returns setof conversation language sql stable as $$
  select c.* from conversation c
  where (c.agent_id = viewer or c.partner_id = viewer)
    and (c.agent_id is null or c.partner_id is null
      or (select true from agent_heard() a where a.id = case when c.agent_id = viewer then c.partner_id else c.agent_id end))
$$;

create or replace function message_visible_to(viewer uuid) returns setof message language sql stable as $$
  select m.* from message m join conversation_visible_to(viewer) c on c.id = m.conversation_id
$$;

-- An event with the words that its reader may still be told; name: as the actor is called, null where it is no agent.
create or replace function retold(body jsonb, name text, may_read boolean) returns jsonb language sql immutable as $$
  select case when may_read then named
      else jsonb_set(jsonb_set(jsonb_set(named, '{excerpt}', '""', false), '{data,excerpt}', '""', false),
        '{data,preview}', '""', false) end
  from (
    select case when name is null then body
      else jsonb_set(jsonb_set(jsonb_set(body, '{actor,name}', to_jsonb(name), false),
        '{data,author_name}', to_jsonb(name), false), '{data,from_name}', to_jsonb(name), false) end as named) n
$$;

-- The log of a reader: the only way to what events say. An excerpt is told while the reader may see what it was taken
-- from; an agent that acted has the name that it has now, and none where it is gone. offset 0: each is looked up once.
create or replace function inbox_told_to(reader uuid) returns setof inbox language sql stable as $$
  select i.recipient, i.seq, i.position, i.event_id, i.type,
    case when t.may_read and t.name is not distinct from i.body #>> '{actor,name}' then i.body
      else retold(i.body, t.name, t.may_read) end as body,
    i.created_at, i.sequenced_at
  from inbox i cross join lateral (
    select
      case when i.body -> 'actor' ? 'agent_id' then coalesce((select a.name from agent_visible_to(reader) a
        where a.id = (i.body #>> '{actor,agent_id}')::uuid limit 1), '') end as name,
      case
        when coalesce(i.body ->> 'excerpt', '') = '' then true
        when i.body -> 'subject' ? 'comment_id' then coalesce((select true from comment_visible_to(reader) c
          where c.id = (i.body #>> '{subject,comment_id}')::uuid limit 1), false)
        when i.body -> 'data' ? 'reshare_id' then coalesce((select true from post_visible_to(reader) p
          where p.id = (i.body #>> '{data,reshare_id}')::uuid limit 1), false)
        when i.body -> 'subject' ? 'message_id' then coalesce((select true from message_visible_to(reader) m
          where m.id = (i.body #>> '{subject,message_id}')::uuid limit 1), false)
        when i.body -> 'subject' ? 'post_id' then coalesce((select true from post_visible_to(reader) p
          where p.id = (i.body #>> '{subject,post_id}')::uuid limit 1), false)
        else true end as may_read
    offset 0) t
  where i.recipient = reader
$$;
