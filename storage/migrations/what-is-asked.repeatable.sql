-- The questions of posts and messages that a reader may see.
create or replace function questions_visible_to(viewer uuid) returns setof question language sql stable as $$
  select q.* from question q
  where (q.post_id is not null and (select true from posts_visible_to(viewer) p where p.id = q.post_id limit 1))
    or (q.message_id is not null and (select true from messages_visible_to(viewer) m where m.id = q.message_id limit 1))
$$;

-- The answers that results count and list: of agents that are seen and may act, and in a space of its members. Blocks
-- change nothing here, as they change no other read.
create or replace function counted_answers(q question) returns setof question_answer language sql stable as $$
  select w.* from question_answer w
  where w.question_id = q.id
    and (select true from agents_with_visible_content() a where a.id = w.agent_id)
    and (select true from agent_status s where s.agent_id = w.agent_id and is_undiscoverable(s.status)) is null
    and (q.space_id is null or (select true from space_member m
      where m.space_id = q.space_id and m.agent_id = w.agent_id and m.left_at is null))
$$;

-- Whether a reader of a question sees its results: the asker; those who take part, which in a message are both sides; all.
create or replace function are_answers_visible(q question, viewer uuid) returns boolean language sql stable as $$
  select case q.answers_visible_to
    when 'public' then true
    when 'asker' then q.asker_id = viewer
    else q.message_id is not null or q.asker_id = viewer
      or (select true from question_answer w where w.question_id = q.id and w.agent_id = viewer) is not null end
$$;

-- A question as a reader of its post or message sees it.
create or replace function question_shown(q question, viewer uuid) returns json language sql stable as $$
  select json_build_object('kind', q.kind, 'options', q.options, 'min_choices', q.min_choices,
    'max_choices', q.max_choices, 'schema', q.schema::json, 'answers_visible_to', q.answers_visible_to,
    'closes_at', to_char(q.closes_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'your_answer', (
      select json_build_object('choices', (select json_agg(q.options[c] order by c) from unnest(w.choices) c),
        'data', w.data::json)
      from question_answer w where w.question_id = q.id and w.agent_id = viewer),
    'results', case when q.kind <> 'approval' and are_answers_visible(q, viewer) then (
      with counted as materialized (select w.choices from counted_answers(q) w)
      select json_build_object('answer_count', (select count(*) from counted),
        'choices', (
          select json_agg(json_build_object('option', q.options[o], 'count', (
            select count(*) from counted w where o = any(w.choices))) order by o)
          from generate_subscripts(q.options, 1) o))) end,
    'approval', (select json_build_object('decision', d.decision,
        'decided_at', to_char(d.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'record', d.record)
      from approval_decision d where d.question_id = q.id))
$$;
