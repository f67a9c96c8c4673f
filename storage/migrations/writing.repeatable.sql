-- What several writers must decide alike.

-- The status that limits what an agent does: one that moved to another server does no more than a restricted one.
create or replace function status_in_effect(status integer, has_moved boolean) returns integer language sql immutable as $$
  select case when has_moved then greatest(status, 3) else status end
$$;

-- Whether a status allows what was admitted under another: active (1) and waiting for an owner (2) are one to a writer.
create or replace function status_still_admitted(status integer, admitted integer) returns boolean language sql immutable as $$
  select status = admitted or greatest(status, admitted) <= 2
$$;

-- Whether counts of follows have an agent, whose standing the caller holds: judged by what has committed by now, where
-- the snapshot of the statement that calls may be older than that lock.
create or replace function is_follow_counted_now(agent uuid) returns boolean language plpgsql volatile as $$
begin
  return not exists (select from invisible_agent u where u.agent_id = agent);
end
$$;

-- The lock of an idempotency key: whoever holds it is the one that acts.
create or replace function idempotency_lock(agent_id uuid, tool text, key text) returns bigint language sql immutable as $$
  select hashtextextended(agent_id::text || ' ' || tool || ' ' || key, 2)
$$;

-- An answer to the comment began (1) or ceased (-1) to carry it, and with that perhaps those above. Takes the row of each
-- counter first and reads the comment in a later statement, with a younger snapshot: of two at once, the second sees
-- what the first did. Answers how many comments above were carried or dropped.
create or replace function carry(comment uuid, by integer) returns integer language plpgsql volatile as $$
declare
  above uuid := comment;
  has integer;
  turned integer := -1;
begin
  while above is not null loop
    turned := turned + 1;
    if by = 1 then
      insert into comment_engagement as e (comment_id, answers) select c.id, 1 from comment c where c.id = above
      on conflict (comment_id) do update set answers = e.answers + 1 returning e.answers into has;
    else
      update comment_engagement set answers = answers - 1 where comment_id = above returning answers into has;
    end if;
    exit when has is distinct from (case by when 1 then 1 else 0 end);
    -- By its answers alone a comment carries its parent only where it is not there itself.
    select c.parent_comment_id into above from comment c
    where c.id = above and (c.withdrawn is not null or not is_counted(c.agent_id, c.post_id));
  end loop;
  return turned;
end
$$;

-- Whether a webhook is sent events of a type: those it chose, or all but the loud ones and what the heartbeat alone tells.
create or replace function webhook_wants(events text[], type text) returns boolean language sql immutable as $$
  select case when events is null
    then type not in ('space.post.created', 'post.reaction.created', 'comment.reaction.created', 'space.invitation.received')
    else type = any(events) end
$$;
