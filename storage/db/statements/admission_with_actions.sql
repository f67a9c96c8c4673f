    with item as materialized (
      select ordinal, agent_id, key_version, status_mask, nullif(nonce, '')::uuid as nonce, nonce_expires_at,
        nullif(token, '')::uuid as token, nullif(session, '')::uuid as session, quota
      from unnest($1::uuid[], $2::int[],
        $3::int[], $4::text[],
        $5::timestamptz[], $6::text[],
        $7::text[], $8::int[])
        with ordinality as i (agent_id, key_version, status_mask, nonce, nonce_expires_at, token, session, quota, ordinal)
    ), known as materialized (
      select i.*, s.status, s.agency_tier, s.has_hold_rules,
        row_number() over (partition by i.nonce order by i.ordinal) as nonce_turn,
        case
          when s.status is null then 'unknown_agent'
          when s.key_version <> i.key_version or s.key_ends_at <= $9 then 'stale_key'
          when x.has_ended then 'key_ended'
          when i.token is not null and (t.expires_at > $10) is not true then 'token_ended'
          when e.has_ended then 'session_ended'
        end as refusal
      from item i
      left join lateral (
        select key_version, key_ends_at, status_in_effect(status, has_moved) as status, agency_tier, has_hold_rules
        from agent_status s where s.agent_id = i.agent_id limit 1) s on true
      left join lateral (
        select expires_at from access_token t where t.digest = i.token limit 1) t on true
      left join lateral (
        select true as has_ended from mcp_session_ended e where e.digest = i.session limit 1) e on true
      left join lateral (
        select k.revoked_at is not null or k.expires_at <= $11 as has_ended
        from unnest($12::int[], $13::text[])
          as w (ordinal, fingerprint)
        cross join lateral (
          select revoked_at, expires_at from secondary_key k where k.fingerprint = w.fingerprint limit 1) k
        where w.ordinal = i.ordinal limit 1) x on true
    ), fresh as (
      insert into nonce (digest, expires_at)
      select nonce, nonce_expires_at from known
      where refusal is null and nonce is not null and nonce_turn = 1 order by nonce
      on conflict do nothing returning digest
    ), judged as materialized (
      select k.ordinal, k.agent_id, k.status, k.agency_tier, k.has_hold_rules,
        k.quota * ($14::int[])[k.agency_tier] / 100 as quota, case
          when k.refusal is not null then k.refusal
          when k.nonce is not null and (k.nonce_turn > 1 or f.digest is null) then 'replayed'
          when (k.status_mask >> k.status) & 1 = 0 then 'inactive'
        end as refusal
      from known k left join fresh f on f.digest = k.nonce
    )
    , action as materialized (
      select * from unnest($15::int[],
        $16::uuid[], $17::text[],
        $18::text[], $19::bigint[],
        $20::int[], $21::bigint[],
        $22::int[])
        as a (ordinal, counter, tool, key, short_ms, short_limit, long_ms, long_limit)
    ), claim as materialized (
      select j.ordinal, a.counter, $23::bigint as now_ms, a.short_ms, a.long_ms,
        a.short_limit * percent / 100 as short_limit, a.long_limit * percent / 100 as long_limit
      from judged j join action a on a.ordinal = j.ordinal
      cross join lateral (select ($24::int[])[j.agency_tier] as percent) t
      left join lateral (
        select expires_at from idempotency k
        where k.agent_id = j.agent_id and k.tool = a.tool and k.key = a.key limit 1) k on true
      where j.refusal is null and (k.expires_at > $25) is not true
    ),
  asked as materialized (
    select counter, count(*)::int as calls, max(now_ms) as now_ms, min(short_ms) as short_ms,
      min(short_limit) as short_limit, min(long_ms) as long_ms, min(long_limit) as long_limit
    from claim group by counter
  ), charged as (
    insert into rate_counter as w (digest, phase, short_slot, short_current, short_previous, long_slot, long_current,
      long_previous, granted, expires_at)
    select counter, phase, (now_ms + phase) / short_ms, g, 0, (now_ms + phase) / long_ms, g, 0, g,
      to_timestamp((now_ms + 2 * long_ms) / 1000)
    from asked cross join lateral (select least(calls, short_limit, long_limit)) f (g)
    cross join lateral (select -now_ms % long_ms + long_ms as phase) p order by counter
    on conflict (digest) do update set (phase, short_slot, short_previous, short_current, long_slot, long_previous,
      long_current, granted, expires_at) = (
      select p.phase, short_window.slot, short_window.previous, short_window.current + g, long_window.slot,
        long_window.previous, long_window.current + g, g,
        case when i.is_idle then excluded.expires_at else greatest(w.expires_at, excluded.expires_at) end
      from asked c
  cross join lateral (select is_window_over(w.long_slot, c.long_ms, c.now_ms + w.phase) as is_idle) i
  cross join lateral (select case when i.is_idle then excluded.phase else w.phase end as phase) p
  cross join lateral (select c.now_ms + p.phase as at) t
  cross join lateral window_at(case when not i.is_idle then w.short_slot end, w.short_previous, w.short_current,
    c.short_ms, t.at) short_window
  cross join lateral window_at(case when not i.is_idle then w.long_slot end, w.long_previous, w.long_current,
    c.long_ms, t.at) long_window
      cross join lateral (select least(c.calls, window_remaining(c.short_limit, short_window.previous, short_window.current, c.short_ms, t.at), window_remaining(c.long_limit, long_window.previous, long_window.current, c.long_ms, t.at))) f (g)
      where c.counter = w.digest)
    returning digest, granted, phase, short_slot, short_previous, short_current, long_slot, long_previous, long_current
  )
    , passed as materialized (
      select j.ordinal, j.agent_id, j.status, j.agency_tier, j.has_hold_rules, j.quota,
        case when c.turn > w.granted then 'action_limited' else j.refusal end as refusal,
        c.turn <= w.granted as is_charged, case when c.ordinal is not null then jsonb_build_object(
          'phase', phase, 'short_slot', short_slot, 'short_previous', short_previous, 'short_current', short_current,
          'long_slot', long_slot, 'long_previous', long_previous, 'long_current', long_current) end as action
      from judged j
      left join (select ordinal, counter, row_number() over (partition by counter order by ordinal) as turn from claim) c
        on c.ordinal = j.ordinal
      left join charged w on w.digest = c.counter
    )
    , wanted as materialized (
      select agent_id, count(*)::int as calls, min(quota) as quota from passed
      where refusal is null and quota > 0 group by agent_id
    ), counted as (
      insert into rate_window as w (agent_id, slot, current, previous, granted)
      select agent_id, $26::bigint, least(calls, quota), 0, least(calls, quota) from wanted order by agent_id
      on conflict (agent_id) do update set (slot, previous, current, granted) = (
        select p.slot, p.previous, p.current + g.granted, g.granted
        from wanted c
        cross join lateral window_at(w.slot, w.previous, w.current, $27::bigint, $28::bigint) p
        cross join lateral (select
          least(c.calls, window_remaining(c.quota, p.previous, p.current, $29::bigint, $30::bigint)) as granted) g
        where c.agent_id = w.agent_id)
      returning agent_id, granted, previous, current
    )
    select case when j.refusal is null and c.granted <
          row_number() over (partition by j.agent_id, j.refusal is null order by j.ordinal)
        then 'limited' else j.refusal end as refusal,
      j.status, j.agency_tier, j.has_hold_rules, c.previous, c.current, (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::float8 as lsn,
  ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline, j.is_charged, j.action from passed j
    left join counted c on c.agent_id = j.agent_id
    order by j.ordinal
