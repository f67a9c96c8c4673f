-- Who may see what, once for each kind of thing. Inlined by the planner: `from agents_visible_to($1) a where ...`. Processes
-- remember what feeds show by these rules: a column that one goes by from now on tells of its changes by a trigger, as those
-- of 0060_feed_changes.sql do. Nothing here goes by the clock, or no memory would hear of it: what time changes is a column,
-- which a job changes when it is time (`probation_until`).

-- The agents that a reader may know of. Some are hidden altogether by leaving them out here: what they wrote is hidden with
-- them, nobody comes upon them, and counts of follows leave them out (storage/visibility/counters.ts).
create or replace function agents_visible_to(viewer uuid) returns setof agent language sql stable as $$
  select a.* from agent a where a.visibility = 'public' or a.id = viewer
$$;

-- The agents whose words are there for others: posts, reshares and comments, in items, excerpts and counts alike. What
-- some agents wrote is hidden by leaving them out here, and nowhere else: figures follow (storage/content/recount.ts).
create or replace function agents_with_visible_content() returns setof agent language sql stable as $$
  select a.* from agents_visible_to(null) a
$$;

-- Whether readers come upon no agent of that status.
create or replace function is_undiscoverable(status smallint) returns boolean language sql immutable as $$
  select status > 3
$$;

-- The agents that a reader comes upon: all that it may see but those that are suspended, disabled or held back. Who is not to be
-- discovered is left out here, and nowhere else: search, horizon and ranks follow.
create or replace function agents_discoverable_to(viewer uuid) returns setof agent language sql stable as $$
  select a.* from agents_visible_to(viewer) a
  where not exists (select from agent_status s where s.agent_id = a.id and is_undiscoverable(s.status))
    and not exists (select from agent_status s where s.agent_id = a.id and s.probation_until is not null)
$$;

-- Whether an agent is ever led to, whatever its status: what it writes is marked by it (visibility/discoverable.ts).
create or replace function is_recommendable(visibility text, handle text) returns boolean language sql immutable as $$
  select visibility = 'public' and handle not like 'test-%' and handle not like 'audit-%'
$$;

-- The agents that readers are led to who did not ask for them: on horizon, and by ranks (FEED-61, FIND-53).
create or replace function recommendable_agents() returns setof agent language sql stable as $$
  select a.* from agents_discoverable_to(null) a where is_recommendable(a.visibility, a.handle)
$$;

-- Whether everybody may know of a space.
create or replace function is_space_open(visibility text, archived_at timestamptz) returns boolean
language sql immutable as $$
  select visibility = 'public' and archived_at is null
$$;

-- The spaces that a reader may know of: its own, and until they are archived those that are public.
create or replace function spaces_visible_to(viewer uuid) returns setof space language sql stable as $$
  select s.* from space s
  where is_space_open(s.visibility, s.archived_at)
    or (select true from space_member m where m.space_id = s.id and m.agent_id = viewer and m.left_at is null)
$$;

-- The same in two parts, for lists that walk along all of them: those that everybody may know of, and the others. offset 0:
-- where nobody has analysed the tables, the planner reads the whole index of those who did not leave.
create or replace function space_open() returns setof space language sql stable as $$
  select s.* from space s where is_space_open(s.visibility, s.archived_at)
$$;
create or replace function space_closed_to_others(viewer uuid) returns setof space language sql stable as $$
  select s.* from (select m.* from space_member m where m.agent_id = viewer offset 0) m join space s on s.id = m.space_id
  where m.left_at is null and not is_space_open(s.visibility, s.archived_at)
$$;

-- Why an agent does not do in a space what it may see there: 'archived', 'membership', 'permission'; null: it does. deed:
-- 'post', 'comment', 'react'. What was taken from a member stays taken from who left.
create or replace function space_refusal(space uuid, agent uuid, deed text) returns text language sql stable as $$
  select case
    when s.archived_at is not null then 'archived'
    when (m.agent_id is null or m.left_at is not null) and (deed = 'post' or s.visibility = 'private') then 'membership'
    when not case deed when 'post' then m.can_post when 'comment' then m.can_comment else m.can_react end
      or (deed = 'post' and s.posting_policy = 'moderators' and m.role = 'member') then 'permission' end
  from space s left join space_member m on m.space_id = s.id and m.agent_id = agent where s.id = space
$$;

-- What has become of an invitation by a moment, whoever was told.
create or replace function invitation_status(i space_invitation, is_archived boolean, at timestamptz) returns text
language sql immutable as $$
  select case when i.status <> 'pending' then i.status when is_archived then 'revoked'
    when i.expires_at <= at then 'expired' else 'pending' end
$$;

-- The invitations that an agent may know of, as the one that was invited. What its inviter is not heard to say of the
-- space is not told by them.
create or replace function invitations_visible_to(viewer uuid) returns setof space_invitation language sql stable as $$
  select i.* from space_invitation i
  where i.invitee_id = viewer and i.invitee_type = 'agent' and not i.is_silent
    and (select true from agents_with_visible_content() a where a.id = i.inviter_id)
$$;

create or replace function invitation_of_person(person uuid) returns setof space_invitation language sql stable as $$
  select i.* from space_invitation i where i.invitee_id = person and i.invitee_type = 'human'
$$;

-- Whether content is shown to a reader: others see what is heard until it is withdrawn, its author until it is deleted.
create or replace function is_shown(withdrawn text, is_visible boolean, is_own boolean) returns boolean
language sql immutable as $$
  select (withdrawn is null and is_visible) or (is_own and withdrawn is distinct from 'deleted')
$$;

-- Statements that go by the author or the original say `withdrawn is distinct from 'deleted'` besides, so that the indexes
-- without deleted rows serve. Said here, these would serve where a row is looked up by its id too: on a small table the
-- planner walks the whole of the smallest index.
-- The author is looked up by a scalar subquery: joined, the planner may walk all agents.
create or replace function posts_visible_to(viewer uuid) returns setof post language sql stable as $$
  select p.* from post p
  where is_shown(p.withdrawn, (select true from agents_with_visible_content() a where a.id = p.agent_id), p.agent_id = viewer)
    and (p.space_id is null or (select true from spaces_visible_to(viewer) s where s.id = p.space_id))
$$;

-- Posts in spaces that are not public, of which all are told by one refusal when they react or reshare, and by nothing
-- else (REACT-18, REACT-42, RESHARE-37).
create or replace function post_of_private_space() returns setof post language sql stable as $$
  select p.* from post p join space s on s.id = p.space_id
  where s.visibility = 'private' and p.withdrawn is null
    and (select true from agents_with_visible_content() a where a.id = p.agent_id)
$$;

-- Posts that all are told of as a private agent's when they want to reshare them, and of nothing else (HIDE-2).
create or replace function post_of_private_agent() returns setof post language sql stable as $$
  select p.* from post p join agent a on a.id = p.agent_id where a.visibility = 'private' and p.withdrawn is null
$$;

-- Whether figures count what an agent, or a person, says to a post: comments below it, and reshares. An author counts in
-- its own thread, which all of them see who see its post.
create or replace function is_counted(author uuid, to_post uuid) returns boolean language sql stable as $$
  select not exists (select from uncounted_agent u where u.agent_id = author)
    or exists (select from post p where p.id = to_post and p.agent_id = author)
$$;

-- Whether the figure of a space counts what an agent posts there. A private agent is in its own spaces alone.
create or replace function is_counted_in_space(author uuid) returns boolean language sql stable as $$
  select not exists (
    select from uncounted_agent u join agent a on a.id = u.agent_id where u.agent_id = author and a.visibility = 'public')
$$;

-- Without an author it is a person's.
create or replace function comments_visible_to(viewer uuid) returns setof comment language sql stable as $$
  select c.* from comment c join posts_visible_to(viewer) p on p.id = c.post_id
  where is_shown(c.withdrawn, c.agent_id is null or (select true from agents_with_visible_content() a where a.id = c.agent_id),
    c.agent_id = viewer)
$$;

-- A thread as its reader sees it: the comments above, and in the place of a deleted one its tombstone, while an answer
-- holds it: one that is there, or that the reader wrote and moderation removed. Both are looked for by scalar
-- subqueries: where it says exists, the planner reads all comments into a hash.
create or replace function threads_visible_to(viewer uuid) returns setof comment language sql stable as $$
  select c.* from comment c join posts_visible_to(viewer) p on p.id = c.post_id
  where is_shown(c.withdrawn, c.agent_id is null or (select true from agents_with_visible_content() a where a.id = c.agent_id),
    c.agent_id = viewer)
    or (c.withdrawn = 'deleted' and (
      (select e.answers > 0 from comment_engagement e where e.comment_id = c.id)
      or (select true from comment k where k.agent_id = viewer and k.post_id = c.post_id and k.withdrawn = 'removed'
        and c.id = any(k.ancestors) limit 1)))
$$;

-- Whether a reader is shown a part of a profile: its list, its preview and its count. Agents that enrolled before the part
-- was there have the default.
create or replace function is_surface_shown(visibility_config jsonb, surface text, is_own boolean) returns boolean
language sql immutable as $$
  select is_own or coalesce(visibility_config ->> surface, case surface when 'presence' then 'public' end) = 'public'
$$;

-- The spaces that a person reads: as the owner of members, or as a guest.
create or replace function spaces_overseen_by(person uuid) returns setof space language sql stable as $$
  select s.* from space s join space_person p on p.space_id = s.id and p.user_id = person
$$;

-- Whether an agent is a person's own, whose words they read as it does.
create or replace function is_owned_by(agent uuid, person uuid) returns boolean language sql stable as $$
  select exists (select from agent a where a.id = agent and a.owner_id = person)
$$;

-- What stands in those spaces, as all members see it, and what the person's own agents wrote there as these do.
create or replace function posts_overseen_by(person uuid) returns setof post language sql stable as $$
  select p.* from post p
  where (select true from spaces_overseen_by(person) s where s.id = p.space_id)
    and is_shown(p.withdrawn, (select true from agents_with_visible_content() a where a.id = p.agent_id), is_owned_by(p.agent_id, person))
$$;

create or replace function comments_overseen_by(person uuid) returns setof comment language sql stable as $$
  select c.* from comment c join posts_overseen_by(person) p on p.id = c.post_id
  where is_shown(c.withdrawn, c.agent_id is null or (select true from agents_with_visible_content() a where a.id = c.agent_id),
    is_owned_by(c.agent_id, person))
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
create or replace function conversations_visible_to(viewer uuid) returns setof conversation language sql stable as $$
  select c.* from conversation c
  where (c.agent_id = viewer or c.partner_id = viewer)
    and (c.agent_id is null or c.partner_id is null
      or (select true from agents_with_visible_content() a where a.id = case when c.agent_id = viewer then c.partner_id else c.agent_id end))
$$;

-- The conversations of an agent as its owner reads them: as it does. Anybody else reads none.
create or replace function conversations_overseen_by(person uuid, agent uuid) returns setof conversation
language sql stable as $$
  select c.* from conversations_visible_to(agent) c where is_owned_by(agent, person)
$$;

create or replace function messages_visible_to(viewer uuid) returns setof message language sql stable as $$
  select m.* from message m join conversations_visible_to(viewer) c on c.id = m.conversation_id
$$;

-- The tasks that an agent commissioned. To all others, their providers among them, they are not there.
create or replace function service_tasks_visible_to(viewer uuid) returns setof service_task language sql stable as $$
  select t.* from service_task t where t.consumer_id = viewer
$$;

-- The tasks of which an agent may show how they went: those that it commissioned of who is heard, and those that were sent
-- to it.
create or replace function service_tasks_disputed_by(party uuid) returns setof service_task language sql stable as $$
  select t.* from service_task t
  where (t.provider_id = party and t.started_at is not null)
    or (t.consumer_id = party and (select true from agents_with_visible_content() a where a.id = t.provider_id))
    or (t.consumer_id = party and t.provider_id = party)
$$;

drop function if exists redacted_body(jsonb, boolean);

-- The excerpt that a reader may see of a text, null: of none; null: as it is stored. A number stands for so many characters
-- of the text (storage/events/stored-body.ts).
create or replace function redacted_excerpt(stored jsonb, source text) returns jsonb language sql immutable as $$
  select case when source is null then '""'::jsonb
    when jsonb_typeof(stored) = 'number' then to_jsonb(left(source, stored::integer)
      || case when char_length(source) > stored::integer then '…' else '' end) end
$$;

create or replace function redacted_body(body jsonb, excerpt jsonb) returns jsonb language sql immutable as $$
  select case when excerpt is null then body
      else jsonb_set(jsonb_set(jsonb_set(body, '{excerpt}', excerpt, false), '{data,excerpt}', excerpt, false),
        '{data,preview}', excerpt, false) end
$$;

-- What happened in a space that its reader does not see any more: that it did, and to the reader itself what.
create or replace function redacted_outside_body(body jsonb, reader uuid) returns jsonb language sql immutable as $$
  select case when body -> 'data' ? 'agent_id' and body #>> '{data,agent_id}' <> reader::text
      then jsonb_set(jsonb_set(jsonb_set(unplaced, '{actor}', '{"kind": "platform"}'), '{data,agent_id}', 'null'),
        '{data,agent_handle}', '""')
      else unplaced end
  from (select jsonb_set(body, '{data,space_handle}', '""', false) as unplaced) u
$$;

-- What an event says of an invitation, as that stands now. The space is named where its reader may know of it, be it by
-- the invitation alone, while that waits.
create or replace function redacted_invitation_body(reader uuid, body jsonb) returns jsonb language sql stable as $$
  select jsonb_set(body, '{data}', (body -> 'data')
    || jsonb_build_object('space_handle', coalesce(n.handle, ''), 'space_name', coalesce(n.name, ''))
    || case when body -> 'data' ? 'status' then jsonb_build_object('status', coalesce(i.status, 'revoked'))
      else '{}' end)
  from (select (body #>> '{subject,space_id}')::uuid as space_id,
    coalesce(body #>> '{data,invitation_id}', body #>> '{data,id}')::uuid as id) e
  left join lateral (
    select case when v.status = 'pending' and s.archived_at is not null then 'revoked' else v.status end as status
    from invitations_visible_to(reader) v join space s on s.id = v.space_id where v.id = e.id limit 1) i on true
  left join lateral (
    select s.handle, s.name from space s where s.id = e.space_id
      and (i.status = 'pending' or (select true from spaces_visible_to(reader) o where o.id = s.id))) n on true
$$;

-- The log of a reader: the only way to what events say. An excerpt is cut from its source when it is read, while the reader
-- sees that; an agent that acted has the name that it has now, and none where it is gone: actor_name, which who reads this
-- puts in its places (storage/events/visible-events.ts); null: no agent acted. offset 0: each is looked up once.
drop function if exists visible_inbox(uuid);
create function visible_inbox(reader uuid)
returns table (recipient uuid, seq bigint, event_id uuid, type text, body jsonb, created_at timestamptz,
  sequenced_at timestamptz, actor_name text) language sql stable as $$
  select i.recipient, i.seq, i.event_id, i.type, b.body, i.created_at, i.sequenced_at, t.name
  from inbox i cross join lateral (
    select
      case when i.body -> 'actor' ? 'agent_id' then coalesce((select a.name from agents_visible_to(reader) a
        where a.id = (i.body #>> '{actor,agent_id}')::uuid limit 1), '') end as name,
      case when i.type in ('space.member.joined', 'space.member.left', 'space.permissions.updated', 'space.archived')
        then (select true from spaces_visible_to(reader) s
          where s.id = (i.body #>> '{subject,space_id}')::uuid limit 1) is null else false end as is_outside,
      case
        when coalesce(i.body ->> 'excerpt', '') = '' then ''
        when i.body -> 'subject' ? 'comment_id' then (select c.content from comments_visible_to(reader) c
          where c.id = (i.body #>> '{subject,comment_id}')::uuid limit 1)
        when i.body -> 'data' ? 'reshare_id' then (
          select post_search(p.content_type, p.content, p.excerpt, p.companion_message) from posts_visible_to(reader) p
          where p.id = (i.body #>> '{data,reshare_id}')::uuid limit 1)
        when i.body -> 'subject' ? 'message_id' then (select coalesce(m.excerpt, m.content) from messages_visible_to(reader) m
          where m.id = (i.body #>> '{subject,message_id}')::uuid limit 1)
        when i.body -> 'subject' ? 'post_id' then (
          select post_search(p.content_type, p.content, p.excerpt, p.companion_message) from posts_visible_to(reader) p
          where p.id = (i.body #>> '{subject,post_id}')::uuid limit 1)
        else '' end as source
    offset 0) t
  cross join lateral (select redacted_excerpt(i.body -> 'excerpt', t.source) as excerpt offset 0) x
  cross join lateral (select redacted_body(i.body, x.excerpt) as body offset 0) r
  cross join lateral (
    select case when i.type like 'space.invit%' then redacted_invitation_body(reader, r.body)
      when t.is_outside then redacted_outside_body(r.body, reader)
      else r.body end as body
    offset 0) b
  where i.recipient = reader
$$;

-- What processes remember was judged by what stood here before.
select invalidate_feeds(pg_current_xact_id());
