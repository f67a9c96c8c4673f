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
    ), fresh as (
      insert into nonce (digest, expires_at)
      select nonce, nonce_expires_at from known
      where refusal is null and nonce is not null and nonce_turn = 1 order by nonce
      on conflict do nothing returning digest
    ), judged as materialized (
      select k.ordinal, k.agent_id, k.status, k.agency_tier, k.has_hold_rules,
        k.quota * ($11::int[])[k.agency_tier] / 100 as quota, case
          when k.refusal is not null then k.refusal
          when k.nonce is not null and (k.nonce_turn > 1 or f.digest is null) then 'replayed'
          when (k.status_mask >> k.status) & 1 = 0 then 'inactive'
        end as refusal
      from known k left join fresh f on f.digest = k.nonce
    )
    , wanted as materialized (
      select agent_id, count(*)::int as calls, min(quota) as quota from judged
      where refusal is null and quota > 0 group by agent_id
    ), counted as (
      insert into rate_window as w (agent_id, slot, current, previous, granted)
      select agent_id, $12::bigint, least(calls, quota), 0, least(calls, quota) from wanted order by agent_id
      on conflict (agent_id) do update set (slot, previous, current, granted) = (
        select p.slot, p.previous, p.current + g.granted, g.granted
        from wanted c
        cross join lateral window_at(w.slot, w.previous, w.current, $13::bigint, $14::bigint) p
        cross join lateral (select
          least(c.calls, window_remaining(c.quota, p.previous, p.current, $15::bigint, $16::bigint)) as granted) g
        where c.agent_id = w.agent_id)
      returning agent_id, granted, previous, current
    )
    select case when j.refusal is null and c.granted <
          row_number() over (partition by j.agent_id, j.refusal is null order by j.ordinal)
        then 'limited' else j.refusal end as refusal,
      j.status, j.agency_tier, j.has_hold_rules, c.previous, c.current from judged j
    left join counted c on c.agent_id = j.agent_id
    order by j.ordinal
