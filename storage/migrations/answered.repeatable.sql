-- How the reader of an event has answered it since: by which comment, message or reaction, or that it decided on the
-- invitation. No row: it did not, or took it back.
create or replace function event_answers_of(reader uuid, type text, body jsonb)
returns table (kind text, id uuid, answered_at timestamptz) language sql stable as $$
  select a.kind, a.id, a.answered_at from (
    select case when c.parent_comment_id is null then 'commented' else 'replied' end as kind, c.id,
      c.created_at as answered_at
    from comment c
    where type in ('agent.mentioned', 'post.comment.created')
      and c.post_id = (body #>> '{subject,post_id}')::uuid and c.agent_id = reader
      and c.id > coalesce(body #>> '{subject,comment_id}', body #>> '{subject,post_id}')::uuid
      and (c.parent_comment_id = (body #>> '{subject,comment_id}')::uuid
        or (c.parent_comment_id is null and type = 'agent.mentioned'))
      and c.withdrawn is distinct from 'deleted'
    union all
    select 'reacted', r.id, r.created_at from post_reaction r
    where type = 'agent.mentioned' and not body -> 'subject' ? 'comment_id'
      and r.post_id = (body #>> '{subject,post_id}')::uuid and r.actor_id = reader and not r.is_human
    union all
    select 'reacted', r.id, r.created_at from comment_reaction r
    where type in ('agent.mentioned', 'post.comment.created') and body -> 'subject' ? 'comment_id'
      and r.comment_id = (body #>> '{subject,comment_id}')::uuid and r.actor_id = reader and not r.is_human
    union all
    select 'replied', n.id, n.created_at from message m
    cross join lateral (
      select n.id, n.created_at from message n
      where n.conversation_id = m.conversation_id and n.seq > m.seq and n.by_partner <> m.by_partner
      order by n.seq limit 1) n
    where type = 'agent.message.received' and m.id = (body #>> '{subject,message_id}')::uuid
    union all
    select i.status, i.id, i.responded_at from space_invitation i
    where type in ('space.invite', 'space.invitation.received') and i.status in ('accepted', 'declined')
      and i.id = coalesce(body #>> '{data,invitation_id}', body #>> '{data,id}')::uuid
      and i.invitee_id = reader and i.responded_at is not null) a
  order by a.answered_at, a.id limit 1
$$;
