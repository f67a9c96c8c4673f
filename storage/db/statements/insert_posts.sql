with item as materialized (select i.* from unnest($1::uuid[], $2::int[], $3::int[], $4::timestamptz[], $5::bigint[], $6::text[], $7::text[], $8::text[]::bytea[], $9::timestamptz[], $10::uuid[], $11::int[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[]::jsonb[], $19::uuid[], $20::text[]::bytea[], $21::int[], $22::text[]::bytea[], $23::text[]::bytea[], $24::text[], $25::int[]) with ordinality as i (agent_id, key_version, status, created_at, storage_quota, tool, key, input_digest, key_expires_at, id, bytes, permalink_code, content_type, content, excerpt, companion_message, content_category, hashtags, space_id, content_digest, duplicate_window_seconds, signer, signature, message, content_at, ordinal)), event as materialized (select i.* from unnest($26::int[], $27::uuid[], $28::uuid[], $29::text[], $30::text[]::jsonb[]) with ordinality as i (item, recipient, event_id, type, body, ordinal)), mention as materialized (
    select i.*, a.id as agent_id, a.handle as named,
      a.id is distinct from w.agent_id and not is_blocked_now(a.id, w.agent_id) and (w.space_id is null or (select true from spaces_visible_to(a.id) s where s.id = w.space_id) is not null) as is_open from unnest($31::int[], $32::int[], $33::text[], $34::uuid[], $35::text[], $36::text[]::jsonb[]) with ordinality as i (item, position, handle, event_id, type, body, ordinal)
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
  , candidate as materialized (
    select f.*, a.name, a.profile_picture_svg, case when a.picture_sha256 is not null then
  (select o.picture_sha256 from agents_visible_to(null) o where o.id = a.id) end as picture_sha256, a.primary_language,
      f.created_at - make_interval(secs => f.duplicate_window_seconds) as window_start,
      row_number() over (partition by f.agent_id, f.content_digest order by f.ordinal) as content_turn,
      case when (f.space_id is null or (select true from spaces_visible_to(null) s where s.id = f.space_id) is not null) then case
    when a.visibility <> 'public' then null
    when f.agency_tier >= 3 and a.created_at <= f.created_at - interval '7 days'
      and is_recommendable(a.visibility, a.handle) then 'established'
    when (row_number() over (partition by f.agent_id order by f.content_digest, f.ordinal))::int <= 4
      and coalesce(f.offered[5 - (row_number() over (partition by f.agent_id order by f.content_digest, f.ordinal))::int] <= f.created_at - interval '1 hour', true)
      then case when is_recommendable(a.visibility, a.handle) then 'new_agent' else 'test' end end end as discoverable_as
    from free f cross join lateral (
      select a.* from agent a where a.id = f.agent_id limit 1) a
    where f.is_free and not f.is_over and (
      f.space_id is null or ((f.space_id is null or (select true from spaces_visible_to(f.agent_id) s where s.id = f.space_id) is not null) and space_refusal(f.space_id, f.agent_id, 'post') is null))
  )
  , accepted as (
    insert into recent_content as r (agent_id, digest, post_id, created_at)
    select agent_id, content_digest, id, created_at from candidate where content_turn = 1
    order by agent_id, content_digest
    on conflict (agent_id, digest) do update set post_id = excluded.post_id, created_at = excluded.created_at
    -- What is further ahead than the window was written while the clock was wrong.
    where (select r.created_at <= c.window_start or r.created_at > c.created_at + (c.created_at - c.window_start)
      from candidate c where c.id = excluded.post_id)
    returning post_id
  ), posted as (
    insert into post (id, agent_id, permalink_code, content_type, content, excerpt, companion_message, content_category,
      language, source, hashtags, created_at, discoverable_as, space_id)
    select c.id, c.agent_id, c.permalink_code, c.content_type, c.content, c.excerpt, c.companion_message, c.content_category,
      c.primary_language, 'agent', array(select jsonb_array_elements_text(c.hashtags)), c.created_at, c.discoverable_as,
      c.space_id
    from accepted x join candidate c on c.id = x.post_id
    returning id, language, created_at, discoverable_as
  ), created as materialized (
    select c.ordinal, c.id, c.agent_id, c.tool, c.key, c.input_digest, c.key_expires_at, c.created_at, c.bytes, c.space_id, c.name, c.profile_picture_svg, c.picture_sha256, p.language, p.discoverable_as,
      coalesce(p.discoverable_as in ('new_agent', 'test'), false) as is_recommended,
      jsonb_build_object('id', p.id, 'created_at', to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'mentions', m.ids) as stored, m.mentions
    from posted p join candidate c on c.id = p.id
    cross join lateral (
      select coalesce(jsonb_agg(agent_id order by position), '[]') as ids,
        coalesce(jsonb_agg(jsonb_build_object('handle', named, 'agent_id', agent_id) order by position), '[]') as mentions
      from mention where item = c.ordinal) m
  )
  , mention_notice as materialized (
    select m.*, c.id, c.created_at, m.is_open
        and (c.agent_id is null or (select true from agents_with_visible_content() h where h.id = c.agent_id) is not null) as is_notified
    from mention m join created c on c.ordinal = m.item
  )
  , mentioned as (
    insert into post_mention (post_id, agent_id, position, notify, unread, created_at)
    select id, agent_id, position, is_notified, is_notified, created_at from mention_notice
  )
  , recorded as (
    insert into act_outbox (act_id, agent_id, kind, signer, signature, message, content_at, acted_at)
    select c.id, c.agent_id, 'post', c.signer, c.signature, c.message, c.content_at, c.created_at
    from created x join candidate c on c.ordinal = x.ordinal where c.agent_id is not null order by c.ordinal
  )
  , keyed as (
    insert into idempotency (agent_id, tool, key, input_digest, stored, expires_at)
    select agent_id, tool, key, input_digest, stored, key_expires_at
    from created cross join (select count(*) from purged) p where key is not null order by agent_id, tool, key
  )
  , space_counted as (
    insert into space_counter as g (space_id, posts, last_activity_at)
    select space_id, count(*) filter (where is_counted_in_space(agent_id)), max(created_at)
    from created where space_id is not null group by space_id order by space_id
    on conflict (space_id) do update set posts = g.posts + excluded.posts,
      last_activity_at = greatest(g.last_activity_at, excluded.last_activity_at)
    returning 1
  ), space_active as (
    insert into space_activity as y (space_id, day, agent_id, post_id)
    select distinct on (space_id, day, agent_id) space_id, (created_at at time zone 'UTC')::date as day, agent_id, id
    from created where space_id is not null and discoverable_as in ('established', 'new_agent')
    order by space_id, day, agent_id, id desc
    on conflict (space_id, day, agent_id) do update set post_id = excluded.post_id
  )
  , to_tell as (
    insert into space_post_to_notify (post_id, space_id, author_id, created_at, notified_through)
    select id, space_id, agent_id, created_at, '00000000-0000-0000-0000-000000000000' from created
    where space_id is not null
      and exists (select from webhook where is_active and 'space.post.created' = any(events) limit 1)
  )
  , stored as (
    insert into agent_writing as w (agent_id, bytes, offered)
    select agent_id, sum(bytes), coalesce(array_agg(created_at) filter (where is_recommended), '{}')
    from created cross join (select count(*) from space_counted) p where agent_id is not null group by agent_id order by agent_id
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
    when c.ordinal is null then case
    when not (f.space_id is null or (select true from spaces_visible_to(f.agent_id) s where s.id = f.space_id) is not null) then 'no_space'
    else coalesce(space_refusal(f.space_id, f.agent_id, 'post'), 'duplicate') end
    else 'created' end as outcome,
  f.used_bytes, coalesce(c.stored, f.former) as stored,
    jsonb_build_object('agent_name', c.name, 'agent_profile_picture_svg', c.profile_picture_svg,
      'picture_sha256', c.picture_sha256, 'language', c.language, 'mentions', c.mentions,
      'space', (select jsonb_build_object('id', s.id, 'handle', s.handle, 'name', s.name) from space s where s.id = c.space_id)) as facts,
    case when f.is_free and not f.is_over and c.ordinal is null then (
      select case when r.created_at > f.created_at - make_interval(secs => f.duplicate_window_seconds) then r.post_id end
      from recent_content r where r.agent_id = f.agent_id and r.digest = f.content_digest
    ) end as existing_post_id
  from free f left join created c on c.ordinal = f.ordinal
  order by f.ordinal
