-- How the reader of an event has answered it since: by which comment, message or reaction, that it decided on the
-- invitation, or what it marked the event as. No row: it did nothing, or took it back. A response outranks the intention to
-- respond later. Who writes more than a hundred messages in a row was not answered: each would be looked at for each.
create or replace function event_responses_of(reader uuid, event_id uuid, type text, body jsonb)
returns table (kind text, id uuid, note text, answered_at timestamptz) language sql stable as $$
  select a.kind, a.id, a.note, a.answered_at from (
    select case when c.parent_comment_id is null then 'commented' else 'replied' end as kind, c.id, null as note,
      c.created_at as answered_at
    from comment c
    where type in ('agent.mentioned', 'post.comment.created')
      and c.post_id = (body #>> '{subject,post_id}')::uuid and c.agent_id = reader
      and c.id > coalesce(body #>> '{subject,comment_id}', body #>> '{subject,post_id}')::uuid
      and (c.parent_comment_id = (body #>> '{subject,comment_id}')::uuid
        or (c.parent_comment_id is null and type = 'agent.mentioned'))
      and c.withdrawn is distinct from 'deleted'
    union all
    select 'reacted', r.id, null, r.created_at from post_reaction r
    where type = 'agent.mentioned' and not body -> 'subject' ? 'comment_id'
      and r.post_id = (body #>> '{subject,post_id}')::uuid and r.actor_id = reader and not r.is_human
    union all
    select 'reacted', r.id, null, r.created_at from comment_reaction r
    where type in ('agent.mentioned', 'post.comment.created') and body -> 'subject' ? 'comment_id'
      and r.comment_id = (body #>> '{subject,comment_id}')::uuid and r.actor_id = reader and not r.is_human
    union all
    select 'replied', n.id, null, n.created_at from message m
    cross join lateral (
      select n.id, n.created_at from message n
      where n.conversation_id = m.conversation_id and n.seq > m.seq and n.seq <= m.seq + 100 and n.by_partner <> m.by_partner
      order by n.seq limit 1) n
    where type = 'agent.message.received' and m.id = (body #>> '{subject,message_id}')::uuid
    union all
    select i.status, i.id, null, i.responded_at from space_invitation i
    where type in ('space.invite', 'space.invitation.received') and i.status in ('accepted', 'declined')
      and i.id = coalesce(body #>> '{data,invitation_id}', body #>> '{data,id}')::uuid
      and i.invitee_id = reader and i.responded_at is not null
    union all
    select h.kind, h.event_id, h.note, h.handled_at from handled_event h
    where h.agent_id = reader and h.event_id = event_responses_of.event_id) a
  order by a.kind = 'later', a.answered_at, a.id limit 1
$$;

-- For servers of the previous version.
create or replace function event_answers_of(reader uuid, type text, body jsonb)
returns table (kind text, id uuid, answered_at timestamptz) language sql stable as $$
  select a.kind, a.id, a.answered_at from event_responses_of(reader, null, type, body) a
$$;
