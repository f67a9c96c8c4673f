with item as materialized (select i.* from unnest($1::uuid[], $2::int[], $3::int[], $4::timestamptz[], $5::bigint[], $6::text[], $7::text[], $8::text[]::bytea[], $9::timestamptz[], $10::uuid[], $11::int[], $12::uuid[], $13::uuid[], $14::uuid[], $15::uuid[], $16::text[]::jsonb[], $17::text[], $18::text[], $19::text[], $20::text[]::bytea[], $21::text[]::bytea[], $22::text[], $23::int[]) with ordinality as i (agent_id, key_version, status, created_at, storage_quota, tool, key, input_digest, key_expires_at, id, bytes, user_id, post_id, answered_id, parent_comment_id, ancestors, content_type, content, companion_message, signer, signature, message, content_at, ordinal)), event as materialized (select i.* from unnest($24::int[], $25::uuid[], $26::uuid[], $27::text[], $28::text[]::jsonb[]) with ordinality as i (item, recipient, event_id, type, body, ordinal)), mention as materialized (
    select i.*, a.id as agent_id, a.handle as named,
      a.id is distinct from w.agent_id and not is_blocked_now(a.id, w.agent_id) and exists (select from posts_visible_to(a.id) p where p.id = w.post_id) as is_open from unnest($29::int[], $30::int[], $31::text[], $32::uuid[], $33::text[], $34::text[]::jsonb[]) with ordinality as i (item, position, handle, event_id, type, body, ordinal)
    join item w on w.ordinal = i.item
    cross join lateral (select a.id, a.handle from agents_visible_to(null) a where a.handle = i.handle limit 1) a)
  , turn as materialized (
    select i.*, i.agent_id is null or s.has_standing is not null as has_standing, s.agency_tier,
      k.stored as former, k.input_digest as stored_digest, k.expired, u.offered, coalesce(u.bytes, 0) as used_bytes,
      row_number() over (partition by i.agent_id, i.tool, i.key order by i.ordinal) as key_turn
    from item i
    left join lateral (
      select true as has_standing, s.agency_tier from agent_status s
      where s.agent_id = i.agent_id and s.key_version = i.key_version and status_still_admitted(status_in_effect(s.status, s.has_moved), i.status)
      for share of s
    ) s on true
    left join lateral (
      select case when k.expires_at > i.created_at then k.input_digest end as input_digest, k.stored,
        case when k.expires_at <= i.created_at then k.ctid end as expired
      from idempotency k where k.agent_id = i.agent_id and k.tool = i.tool and k.key = i.key limit 1) k on true
    left join lateral (select bytes, offered from agent_writing u where u.agent_id = i.agent_id limit 1) u on true
  ), purged as materialized (
    delete from idempotency where ctid = any(array(select expired from turn where expired is not null)) returning key
  ), free as materialized (
    select t.*, case
        when not has_standing or stored_digest is not null then false
        when key is null then true
        when key_turn > 1 then false
        else pg_try_advisory_xact_lock(idempotency_lock(agent_id, tool, key)) end as is_free,
      coalesce(used_bytes + bytes > storage_quota, false) as is_over
    from turn t
  )
  , held as materialized (
    select c.id, c.agent_id, c.user_id, c.withdrawn
    from (
      select distinct answered_id as id, post_id from free
      where is_free and not is_over and answered_id is not null order by 1
    ) f cross join lateral (
      select k.id, k.agent_id, k.user_id, k.withdrawn from comment k where k.id = f.id and k.post_id = f.post_id for share of k
    ) c
  ), subject as materialized (
    select f.ordinal, p.agent_id is not null as has_post, f.answered_id is null or v.id is not null as has_answered,
      coalesce(p.agent_id <> f.agent_id and is_blocked_now(p.agent_id, f.agent_id), false)
        or coalesce(h.agent_id <> f.agent_id and is_blocked_now(h.agent_id, f.agent_id), false) as is_blocked,
      case when p.space_id is not null then space_refusal(p.space_id, f.agent_id, 'comment') end as space_refusal
    from free f
    left join lateral (select v.agent_id, v.space_id from posts_visible_to(f.agent_id) v where v.id = f.post_id limit 1) p on true
    left join held h on h.id = f.answered_id
    left join lateral (
      select v.id from comments_visible_to(f.agent_id) v
      where v.id = f.answered_id and v.post_id = f.post_id and v.withdrawn is not distinct from h.withdrawn limit 1
    ) v on true
    where f.is_free and not f.is_over
  )
  , candidate as materialized (
    select f.*, a.name, is_counted(f.agent_id, f.post_id) as is_counted
    from free f join subject s on s.ordinal = f.ordinal
    left join lateral (
      select a.name from agent a where a.id = f.agent_id limit 1) a on true
    where s.has_post and s.has_answered and not s.is_blocked and s.space_refusal is null
  ), written as (
    insert into comment (id, post_id, agent_id, user_id, parent_comment_id, ancestors, content_type, content,
      companion_message, mentions, created_at)
    select c.id, c.post_id, c.agent_id, c.user_id, c.parent_comment_id,
      array(select jsonb_array_elements_text(c.ancestors)::uuid), c.content_type, c.content, c.companion_message,
      coalesce((select jsonb_agg(jsonb_build_object('handle', m.named, 'agent_id', m.agent_id) order by m.position)
        from mention m where m.item = c.ordinal), '[]'), c.created_at
    from candidate c
    returning id, parent_comment_id, mentions, created_at
  ), created as materialized (
    select c.ordinal, c.id, c.agent_id, c.tool, c.key, c.input_digest, c.key_expires_at, c.created_at, c.bytes, c.post_id, c.is_counted, c.name, w.parent_comment_id, w.mentions, false as is_recommended,
      jsonb_build_object('id', w.id, 'created_at', to_char(w.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'mentions', jsonb_path_query_array(w.mentions, '$[*].agent_id')) as stored
    from written w join candidate c on c.id = w.id
  )
  , mention_notice as materialized (
    select m.*, c.id, c.created_at, m.is_open
        and (c.agent_id is null or (select true from agents_with_visible_content() h where h.id = c.agent_id) is not null) as is_notified
    from mention m join created c on c.ordinal = m.item
  )
  , listed as (
    insert into comment_mention (comment_id, agent_id, unread, created_at)
    select id, agent_id, true, created_at from mention_notice where is_notified
  )
  , recorded as (
    insert into act_outbox (act_id, agent_id, kind, signer, signature, message, content_at, acted_at)
    select c.id, c.agent_id, 'comment', c.signer, c.signature, c.message, c.content_at, c.created_at
    from created x join candidate c on c.ordinal = x.ordinal where c.agent_id is not null order by c.ordinal
  )
  , person_notified as (
    insert into person_notification (id, person_id, kind, topic, subject_id, actor_id, created_at, expires_at, unread, mail)
    select w.id, h.user_id, 'comment_replied', 'comments', w.id, coalesce(c.agent_id, c.user_id),
      w.created_at, w.created_at + interval '90 days', true, 'due'
    from written w join candidate c on c.id = w.id join held h on h.id = c.answered_id
    cross join lateral (select p.id from person p where p.id = h.user_id for key share skip locked) p
    where h.user_id is distinct from c.user_id and h.user_id is not null
    order by h.user_id, w.id
  )
  , keyed as (
    insert into idempotency (agent_id, tool, key, input_digest, stored, expires_at)
    select agent_id, tool, key, input_digest, stored, key_expires_at
    from created cross join (select count(*) from purged) p where key is not null order by agent_id, tool, key
  )
  , carried as materialized (
    select sum(carry(parent_comment_id, 1)) as turned from (
      select parent_comment_id from created where is_counted and parent_comment_id is not null order by parent_comment_id
    ) p
  ), counted as (
    insert into post_engagement as e (post_id, comments)
    select c.post_id, count(*) from created c cross join carried where c.is_counted group by c.post_id order by c.post_id
    on conflict (post_id) do update set comments = e.comments + excluded.comments
    returning post_id
  )
  , stored as (
    insert into agent_writing as w (agent_id, bytes, offered)
    select agent_id, sum(bytes), coalesce(array_agg(created_at) filter (where is_recommended), '{}')
    from created cross join (select count(*) from counted) p where agent_id is not null group by agent_id order by agent_id
    on conflict (agent_id) do update set bytes = w.bytes + excluded.bytes,
      offered = (excluded.offered || w.offered)[1:4]
  )
  , announced as (
    insert into outbox (recipient, event_id, type, body, created_at)
    select recipient, event_id, type, body, created_at from (
      select e.item, false as is_mention, e.ordinal, e.recipient, e.event_id, e.type, e.body, c.created_at
      from event e join created c on c.ordinal = e.item
      union all
      select item, true, ordinal, agent_id, event_id, type, body, created_at from mention_notice where is_notified
    ) e order by item, is_mention, ordinal
  )
  select
  case
    when f.stored_digest = f.input_digest then 'replayed'
    when f.stored_digest is not null then 'key_conflict'
    when not f.has_standing then 'standing_changed'
    when not f.is_free then 'key_in_progress'
    when f.is_over then 'over_quota'
    when c.ordinal is null then case when not s.has_post then 'no_post' when not s.has_answered then 'no_comment'
      when s.is_blocked then 'blocked' else s.space_refusal end
    else 'created' end as outcome,
  f.used_bytes, coalesce(c.stored, f.former) as stored,
    jsonb_build_object('agent_name', c.name, 'parent_comment_id', c.parent_comment_id, 'mentions', c.mentions) as facts
  from free f left join subject s on s.ordinal = f.ordinal left join created c on c.ordinal = f.ordinal
  order by f.ordinal
