import { SQL, type SQLStatement } from 'sql-template-strings'
import type { BatchStatement } from './batch.ts'

/** One request to be admitted. Digests are 16 bytes as UUID text; '' where there is none. */
export interface AdmissionItem {
  agent_id: string
  key_version: number
  /** Bit n: status number n may pass. */
  status_mask: number
  nonce: string
  nonce_expires_at: string
  token: string
  session: string
  /** Requests in any 300 s; 0: unlimited. */
  quota: number
  now_ms: number
}

export type AdmissionRefusal =
  | 'unknown_agent'
  | 'stale_key'
  | 'token_ended'
  | 'session_ended'
  | 'replayed'
  | 'inactive'
  | 'limited'

/** `previous` and `current` are the requests counted in the last and in this window of 300 s. */
export interface Admission {
  refusal: AdmissionRefusal | null
  status: number | null
  previous: number | null
  current: number | null
}

export const WINDOW_MS = 300_000

function judge(items: readonly AdmissionItem[], now: Date): SQLStatement {
  return SQL`
    with item as materialized (
      select place, agent_id, key_version, status_mask, nullif(nonce, '')::uuid as nonce, nonce_expires_at,
        nullif(token, '')::uuid as token, nullif(session, '')::uuid as session, quota
      from unnest(${items.map(item => item.agent_id)}::uuid[], ${items.map(item => item.key_version)}::int[],
        ${items.map(item => item.status_mask)}::int[], ${items.map(item => item.nonce)}::text[],
        ${items.map(item => item.nonce_expires_at)}::timestamptz[], ${items.map(item => item.token)}::text[],
        ${items.map(item => item.session)}::text[], ${items.map(item => item.quota)}::int[])
        with ordinality as i (agent_id, key_version, status_mask, nonce, nonce_expires_at, token, session, quota, place)
    ), known as materialized (
      select i.*, s.status,
        row_number() over (partition by i.nonce order by i.place) as nonce_turn,
        case
          when s.agent_id is null then 'unknown_agent'
          when s.key_version <> i.key_version then 'stale_key'
          when i.token is not null and t.digest is null then 'token_ended'
          when e.digest is not null then 'session_ended'
        end as refusal
      from item i
      left join agent_standing s on s.agent_id = i.agent_id
      left join access_token t on t.digest = i.token and t.expires_at > ${now}
      left join mcp_session_ended e on e.digest = i.session
    ), fresh as (
      insert into nonce (digest, expires_at)
      select nonce, nonce_expires_at from known
      where refusal is null and nonce is not null and nonce_turn = 1 order by nonce
      on conflict do nothing returning digest
    ), judged as materialized (
      select k.place, k.agent_id, k.quota, k.status, case
          when k.refusal is not null then k.refusal
          when k.nonce is not null and (k.nonce_turn > 1 or f.digest is null) then 'replayed'
          when (k.status_mask >> k.status) & 1 = 0 then 'inactive'
        end as refusal
      from known k left join fresh f on f.digest = k.nonce
  `
}

/** Counts the admissible requests of each agent against its sliding window, and answers for each place. */
function count(nowMs: number): SQLStatement {
  const slot = Math.floor(nowMs / WINDOW_MS)
  const weight = 1 - (nowMs % WINDOW_MS) / WINDOW_MS
  return SQL`
    ), wanted as materialized (
      select agent_id, count(*)::int as calls, min(quota) as quota from judged
      where refusal is null and quota > 0 group by agent_id
    ), counted as (
      insert into rate_window as w (agent_id, slot, current, previous, granted)
      select agent_id, ${slot}::bigint, least(calls, quota), 0, least(calls, quota) from wanted order by agent_id
      on conflict (agent_id) do update set (slot, previous, current, granted) = (
        select greatest(w.slot, excluded.slot), p.previous, p.current + g.granted, g.granted
        from wanted c
        cross join lateral (select
          case when w.slot >= excluded.slot then w.previous when w.slot = excluded.slot - 1 then w.current else 0 end
            as previous,
          case when w.slot >= excluded.slot then w.current else 0 end as current) p
        cross join lateral (select
          least(c.calls, greatest(0, floor(c.quota - p.previous * ${weight}::float8 - p.current)))::int as granted) g
        where c.agent_id = w.agent_id)
      returning agent_id, granted, previous, current
    )
    select case when j.refusal is null and c.granted <
          row_number() over (partition by j.agent_id, j.refusal is null order by j.place)
        then 'limited' else j.refusal end as refusal,
      j.status, c.previous, c.current
    from judged j left join counted c on c.agent_id = j.agent_id
    order by j.place
  `
}

/**
 * Nonce, key version, tokens, status and rate limit in one statement for many requests. Locks are taken in one order,
 * all nonces sorted, then all counters sorted: in arrival order two processes deadlock.
 */
export const admission: BatchStatement<AdmissionItem, Admission> = {
  name: 'admission',
  max: 64,
  parallel: 2,
  run(db, items) {
    const nowMs = Math.max(...items.map(item => item.now_ms))
    return db.many<Admission>(judge(items, new Date(nowMs)).append(count(nowMs)))
  },
}
