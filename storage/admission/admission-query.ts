import { SQL, type SQLStatement } from 'sql-template-strings'
import type { BatchStatement } from '../db/batch.ts'
import { POSITION } from '../db/timelines.ts'
import { CHARGED, type CounterClaim, type CounterState } from './rate-counters.ts'

/** One request for admission. Digests are 16 bytes as UUID text; '' if there is none. */
export interface AdmissionItem {
  agent_id: string
  key_version: number
  /** Allowed statuses: bit n for status number n. */
  status_mask: number
  /** The fingerprint of the secondary key that signed; absent: the primary key, or a token. */
  secondary_key?: string | undefined
  nonce: string
  nonce_expires_at: string
  token: string
  session: string
  /** Maximum requests in any 300 s; 0: unlimited. */
  quota: number
  /** The limited action, if it has a limit in addition to that of all requests. */
  action?: ActionClaim | undefined
  /** Quota and limits by tier; the same for all items. */
  percents: readonly number[]
  now_ms: number
  /** Whether to return the log position of the database; the same for all items. */
  returns_position?: boolean
}

export interface ActionClaim extends CounterClaim {
  tool: string
  /** A replay of what this key stored is not counted as an action; '' for none. */
  idempotency_key: string
}

export type AdmissionRefusal =
  | 'unknown_agent'
  | 'stale_key'
  | 'key_ended'
  | 'token_ended'
  | 'session_ended'
  | 'replayed'
  | 'inactive'
  | 'action_limited'
  | 'limited'

/** `previous` and `current` are the requests counted in the previous and in this window of 300 s. */
export interface AdmissionRow {
  refusal: AdmissionRefusal | null
  status: number | null
  agency_tier: number | null
  /** Whether its owner approves some of its calls. */
  has_hold_rules: boolean | null
  previous: number | null
  current: number | null
  /** Whether its action was counted, with the counter; absent if no call of the batch has one. */
  is_charged?: boolean | null
  action?: CounterState | null
  /**
   * Position in the log, if requested: everything that anybody was told before the request arrived was committed before
   * it.
   */
  lsn?: number
  timeline?: number
}

export const WINDOW_MS = 300_000

/** Whether the secondary keys that signed have ended: a further part of `judge`, for batches with such a key. */
function secondaryKeys(items: readonly AdmissionItem[], now: Date): SQLStatement {
  const signed = items.flatMap(({ secondary_key }, index) =>
    secondary_key ? [{ secondary_key, ordinal: index + 1 }] : [],
  )
  return SQL`
      left join lateral (
        select k.revoked_at is not null or k.expires_at <= ${now} as has_ended
        from unnest(${signed.map(({ ordinal }) => ordinal)}::int[], ${signed.map(key => key.secondary_key)}::text[])
          as w (ordinal, fingerprint)
        cross join lateral (
          select revoked_at, expires_at from secondary_key k where k.fingerprint = w.fingerprint limit 1) k
        where w.ordinal = i.ordinal limit 1) x on true`
}

// Lookups are laterals with a limit: see `storage/posts/new-posts.ts`.
function judge(items: readonly AdmissionItem[], now: Date, hasSecondary: boolean): SQLStatement {
  const percents = items[0]?.percents
  return SQL`
    with item as materialized (
      select ordinal, agent_id, key_version, status_mask, nullif(nonce, '')::uuid as nonce, nonce_expires_at,
        nullif(token, '')::uuid as token, nullif(session, '')::uuid as session, quota
      from unnest(${items.map(item => item.agent_id)}::uuid[], ${items.map(item => item.key_version)}::int[],
        ${items.map(item => item.status_mask)}::int[], ${items.map(item => item.nonce)}::text[],
        ${items.map(item => item.nonce_expires_at)}::timestamptz[], ${items.map(item => item.token)}::text[],
        ${items.map(item => item.session)}::text[], ${items.map(item => item.quota)}::int[])
        with ordinality as i (agent_id, key_version, status_mask, nonce, nonce_expires_at, token, session, quota, ordinal)
    ), known as materialized (
      select i.*, s.status, s.agency_tier, s.has_hold_rules,
        row_number() over (partition by i.nonce order by i.ordinal) as nonce_turn,
        case
          when s.status is null then 'unknown_agent'
          when s.key_version <> i.key_version or s.key_ends_at <= ${now} then 'stale_key'`
    .append(hasSecondary ? "\n          when x.has_ended then 'key_ended'" : '')
    .append(SQL`
          when i.token is not null and (t.expires_at > ${now}) is not true then 'token_ended'
          when e.has_ended then 'session_ended'
        end as refusal
      from item i
      left join lateral (
        select key_version, key_ends_at, status_in_effect(status, has_moved) as status, agency_tier, has_hold_rules
        from agent_status s where s.agent_id = i.agent_id limit 1) s on true
      left join lateral (
        select expires_at from access_token t where t.digest = i.token limit 1) t on true
      left join lateral (
        select true as has_ended from mcp_session_ended e where e.digest = i.session limit 1) e on true`)
    .append(hasSecondary ? secondaryKeys(items, now) : '')
    .append(SQL`
    ), fresh as (
      insert into nonce (digest, expires_at)
      select nonce, nonce_expires_at from known
      where refusal is null and nonce is not null and nonce_turn = 1 order by nonce
      on conflict do nothing returning digest
    ), judged as materialized (
      select k.ordinal, k.agent_id, k.status, k.agency_tier, k.has_hold_rules,
        k.quota * (${percents}::int[])[k.agency_tier] / 100 as quota, case
          when k.refusal is not null then k.refusal
          when k.nonce is not null and (k.nonce_turn > 1 or f.digest is null) then 'replayed'
          when (k.status_mask >> k.status) & 1 = 0 then 'inactive'
        end as refusal
      from known k left join fresh f on f.digest = k.nonce
    )
  `)
}

/**
 * Counts the actions of admissible calls, except replays; `passed` is `judged` after rejecting those over their limit.
 */
function countActions(items: readonly AdmissionItem[], nowMs: number): SQLStatement {
  const actions = items.flatMap(({ action }, index) => (action ? [{ ...action, ordinal: index + 1 }] : []))
  return SQL`
    , action as materialized (
      select * from unnest(${actions.map(action => action.ordinal)}::int[],
        ${actions.map(action => action.counter)}::uuid[], ${actions.map(action => action.tool)}::text[],
        ${actions.map(action => action.idempotency_key)}::text[], ${actions.map(action => action.short_ms)}::bigint[],
        ${actions.map(action => action.short_limit)}::int[], ${actions.map(action => action.long_ms)}::bigint[],
        ${actions.map(action => action.long_limit)}::int[])
        as a (ordinal, counter, tool, key, short_ms, short_limit, long_ms, long_limit)
    ), claim as materialized (
      select j.ordinal, a.counter, ${nowMs}::bigint as now_ms, a.short_ms, a.long_ms,
        a.short_limit * percent / 100 as short_limit, a.long_limit * percent / 100 as long_limit
      from judged j join action a on a.ordinal = j.ordinal
      cross join lateral (select (${items[0]?.percents}::int[])[j.agency_tier] as percent) t
      left join lateral (
        select expires_at from idempotency k
        where k.agent_id = j.agent_id and k.tool = a.tool and k.key = a.key limit 1) k on true
      where j.refusal is null and (k.expires_at > ${new Date(nowMs)}) is not true
    ), `
    .append(CHARGED)
    .append(`
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
    )`)
}

/** Counts the admissible requests of each agent against its sliding window, and returns a verdict for each `ordinal`. */
function count(source: 'judged' | 'passed', nowMs: number, returnsPosition: boolean): SQLStatement {
  const slot = Math.floor(nowMs / WINDOW_MS)
  return SQL`
    , wanted as materialized (
      select agent_id, count(*)::int as calls, min(quota) as quota from `
    .append(source)
    .append(SQL`
      where refusal is null and quota > 0 group by agent_id
    ), counted as (
      insert into rate_window as w (agent_id, slot, current, previous, granted)
      select agent_id, ${slot}::bigint, least(calls, quota), 0, least(calls, quota) from wanted order by agent_id
      on conflict (agent_id) do update set (slot, previous, current, granted) = (
        select p.slot, p.previous, p.current + g.granted, g.granted
        from wanted c
        cross join lateral window_at(w.slot, w.previous, w.current, ${WINDOW_MS}::bigint, ${nowMs}::bigint) p
        cross join lateral (select
          least(c.calls, window_remaining(c.quota, p.previous, p.current, ${WINDOW_MS}::bigint, ${nowMs}::bigint)) as granted) g
        where c.agent_id = w.agent_id)
      returning agent_id, granted, previous, current
    )
    select case when j.refusal is null and c.granted <
          row_number() over (partition by j.agent_id, j.refusal is null order by j.ordinal)
        then 'limited' else j.refusal end as refusal,
      j.status, j.agency_tier, j.has_hold_rules, c.previous, c.current`)
    .append(returnsPosition ? `, ${POSITION}` : '')
    .append(source === 'passed' ? ', j.is_charged, j.action from passed j' : ' from judged j')
    .append(`
    left join counted c on c.agent_id = j.agent_id
    order by j.ordinal
  `)
}

interface AdmissionForm {
  hasActions: boolean
  hasSecondary: boolean
  returnsPosition: boolean
}

/**
 * The statement, in one of eight forms: with limits of actions where a call has one, with secondary keys where one
 * signed, and with the position of the log.
 */
export function admissionOf(
  items: readonly AdmissionItem[],
  { hasActions, hasSecondary, returnsPosition }: AdmissionForm,
): SQLStatement {
  const nowMs = Math.max(...items.map(item => item.now_ms))
  const statement = judge(items, new Date(nowMs), hasSecondary)
  if (hasActions) statement.append(countActions(items, nowMs))
  return statement.append(count(hasActions ? 'passed' : 'judged', nowMs, returnsPosition))
}

/** Of each form; to put 5,000 characters together again takes 20 µs. */
const texts = new Map<string, string>()

/**
 * Checks nonce, key version, tokens, status and rate limits of many requests in one statement. Locks are taken in one
 * order: all nonces sorted, then all action counters, then all request counters, each sorted; in arrival order two
 * processes would deadlock. If a request exceeds its limit, its action remains counted (`is_charged`) and the caller
 * refunds it, because a statement can write a row only once.
 */
export const admissionStatement: BatchStatement<AdmissionItem, AdmissionRow> = {
  name: 'admission',
  max: 64,
  parallel: 2,
  run(db, items) {
    const hasActions = items.some(item => item.action)
    const returnsPosition = items[0]?.returns_position === true
    const hasSecondary = items.some(item => item.secondary_key !== undefined)
    const statement = admissionOf(items, { hasActions, hasSecondary, returnsPosition })
    const form = `${hasActions} ${hasSecondary} ${returnsPosition}`
    const text = texts.get(form) ?? statement.text
    texts.set(form, text)
    return db.many<AdmissionRow>(Object.defineProperty(statement, 'text', { value: text }))
  },
}
