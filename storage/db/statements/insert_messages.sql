with item as materialized (select i.* from unnest($1::uuid[], $2::int[], $3::int[], $4::timestamptz[], $5::bigint[], $6::text[], $7::text[], $8::text[]::bytea[], $9::timestamptz[], $10::uuid[], $11::int[], $12::uuid[], $13::uuid[], $14::uuid[], $15::text[], $16::int[], $17::text[], $18::text[], $19::text[], $20::uuid[], $21::text[], $22::text[]::jsonb[]) with ordinality as i (agent_id, key_version, status, created_at, storage_quota, tool, key, input_digest, key_expires_at, id, bytes, user_id, user_handle, to_id, to_handle, may_begin, content_type, content, excerpt, event_id, event_type, event_body, ordinal)), event as materialized (select i.* from unnest($23::int[], $24::uuid[], $25::uuid[], $26::text[], $27::text[]::jsonb[]) with ordinality as i (item, recipient, event_id, type, body, ordinal)), mention as materialized (
    select i.*, a.id as agent_id, a.handle as named,
      a.id is distinct from w.agent_id and not is_blocked_now(a.id, w.agent_id) and false as is_open from unnest($28::int[], $29::int[], $30::text[], $31::uuid[], $32::text[], $33::text[]::jsonb[]) with ordinality as i (item, position, handle, event_id, type, body, ordinal)
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
  , addressed as materialized (
    select f.*, r.id as recipient_id, r.handle as recipient_handle, r.name as recipient_name,
      r.accepts_agent_dms, r.accepts_human_dms, s.name as sender_name, coalesce(r.owner_id, s.owner_id) = f.user_id as is_owner,
      case when f.user_id is null then least(f.agent_id, r.id) else coalesce(f.agent_id, r.id) end as first_id,
      case when f.user_id is null then greatest(f.agent_id, r.id) end as partner_id,
      f.agent_id is not null and r.id is not null and is_blocked_now(r.id, f.agent_id) as is_blocked
    from free f
    left join lateral (
      select v.id, v.handle, v.name, v.owner_id, v.accepts_agent_dms, v.accepts_human_dms from (
        (select v.* from agents_visible_to(f.agent_id) v where f.agent_id is not null and v.id = f.to_id limit 1)
        union all
        (select v.* from agents_visible_to(f.agent_id) v where f.to_id is null and v.handle = f.to_handle limit 1)
        union all
        (select v.* from agent v where f.agent_id is null and v.id = f.to_id limit 1)
      ) v limit 1
    ) r on true
    left join lateral (select a.name, case when f.to_id is null and f.to_handle is null then a.owner_id end as owner_id
      from agent a where a.id = f.agent_id limit 1) s on true
    where f.is_free and not f.is_over
  )
  , judged as materialized (
    select d.*, case
        when d.agent_id is not null and d.user_id is not null then
          case when c.has_user_written or (d.is_owner and (c.id is not null or d.may_begin = 1)) then null else 'no_recipient' end
        when d.recipient_id is null then 'no_recipient'
        when d.is_blocked then 'blocked'
        when c.id is not null then null
        when not case when d.agent_id is null then d.accepts_human_dms or coalesce(d.is_owner, false)
          else d.accepts_agent_dms end then 'not_accepting'
        when d.may_begin = 0 then 'unbegun' end as refused
    from addressed d
    left join lateral (
      select k.id, k.has_user_written from conversation k
      where k.agent_id = d.first_id and coalesce(k.partner_id, k.user_id) = coalesce(d.partner_id, d.user_id) limit 1
    ) c on true
  )
  , candidate as materialized (select * from judged where refused is null)
  , threaded as (
    insert into conversation as t (id, agent_id, partner_id, user_id, user_handle, has_user_written, last_seq,
      last_message_id)
    select (array_agg(id order by ordinal))[1], first_id, partner_id, user_id, (array_agg(user_handle))[1],
      bool_or(agent_id is null), count(*), (array_agg(id order by ordinal desc))[1]
    from candidate group by first_id, partner_id, user_id order by first_id, coalesce(partner_id, user_id)
    on conflict (agent_id, coalesce(partner_id, user_id)) do update set last_seq = t.last_seq + excluded.last_seq,
      last_message_id = excluded.last_message_id, has_user_written = t.has_user_written or excluded.has_user_written
    returning id, agent_id, coalesce(partner_id, user_id) as other_id, last_seq
  ), written as (
    insert into message (id, conversation_id, seq, by_partner, content_type, content, excerpt, unread_by, created_at)
    select c.id, t.id, t.last_seq - count(*) over (partition by t.id) + row_number() over (partition by t.id order by c.ordinal),
      c.agent_id is distinct from c.first_id, c.content_type, c.content, c.excerpt, c.recipient_id, c.created_at
    from candidate c join threaded t on t.agent_id = c.first_id and t.other_id = coalesce(c.partner_id, c.user_id)
    returning id, conversation_id, seq, created_at
  ), created as materialized (
    select c.ordinal, c.id, c.agent_id, c.tool, c.key, c.input_digest, c.key_expires_at, c.created_at, c.bytes, c.sender_name, c.recipient_id, c.recipient_handle, c.recipient_name, c.event_id, c.event_type,
      c.event_body, w.seq = 1 as is_first, false as is_recommended,
      jsonb_build_object('id', w.id, 'created_at', to_char(w.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'mentions', jsonb_build_array()) as stored
    from written w join candidate c on c.id = w.id
  )
  , person_notified as (
    insert into person_notification as n (id, person_id, kind, topic, subject_id, actor_id, created_at, expires_at, unread, mail)
    select w.id, c.user_id, 'message_received', 'messages', w.conversation_id, c.agent_id,
      w.created_at, w.created_at + interval '90 days', true, 'due'
    from (select distinct on (conversation_id) * from written order by conversation_id, seq desc) w
    join candidate c on c.id = w.id
    cross join lateral (select p.id from person p where p.id = c.user_id for key share skip locked) p
    where c.agent_id is not null and c.user_id is not null
    order by c.user_id, w.conversation_id
    on conflict (person_id, kind, subject_id, actor_id) do update set id = excluded.id,
  created_at = excluded.created_at, expires_at = excluded.expires_at, unread = true,
  mail = case when n.mail = 'sent' then n.mail else excluded.mail end
  where n.kind not in ('comment_liked', 'storage_full')
  )
  , keyed as (
    insert into idempotency (agent_id, tool, key, input_digest, stored, expires_at)
    select agent_id, tool, key, input_digest, stored, key_expires_at
    from created cross join (select count(*) from purged) p where key is not null order by agent_id, tool, key
  )
  , stored as (
    insert into agent_writing as w (agent_id, bytes, offered)
    select agent_id, sum(bytes), coalesce(array_agg(created_at) filter (where is_recommended), '{}')
    from created cross join (select count(*) from threaded) p where agent_id is not null group by agent_id order by agent_id
    on conflict (agent_id) do update set bytes = w.bytes + excluded.bytes,
      offered = (excluded.offered || w.offered)[1:4]
  )
  , announced as (
    insert into outbox (recipient, event_id, type, body, created_at)
    select c.recipient_id, c.event_id, c.event_type, c.event_body, c.created_at from created c
    where c.recipient_id is not null
      and (c.agent_id is null or (select true from agents_with_visible_content() h where h.id = c.agent_id) is not null)
    order by c.ordinal
  )
  select
  case
    when f.stored_digest = f.input_digest then 'replayed'
    when f.stored_digest is not null then 'key_conflict'
    when not f.has_standing then 'standing_changed'
    when not f.is_free then 'key_in_progress'
    when f.is_over then 'over_quota'
    when c.ordinal is null then j.refused
    else 'created' end as outcome,
  f.used_bytes, coalesce(c.stored, f.former) as stored,
    jsonb_build_object('sender_name', c.sender_name, 'recipient_id', c.recipient_id,
      'recipient_handle', c.recipient_handle, 'recipient_name', c.recipient_name, 'is_first', c.is_first) as facts
  from free f left join judged j on j.ordinal = f.ordinal left join created c on c.ordinal = f.ordinal
  order by f.ordinal
