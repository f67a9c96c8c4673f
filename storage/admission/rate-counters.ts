import { SQL } from 'sql-template-strings'
import type { BatchStatement } from '../db/batch.ts'
import type { Queryable } from '../db/db.ts'

/** One call that counts in the two windows of a counter, which are the same if it has only one. */
export interface CounterClaim {
  /** 16 bytes as UUID text. */
  counter: string
  short_ms: number
  short_limit: number
  long_ms: number
  long_limit: number
}

/** The windows of a counter after the call was counted or rejected. */
export interface CounterState {
  /** Phase of the counter's clock in ms: its slots start with its first call. */
  phase: number
  short_slot: number
  short_previous: number
  short_current: number
  long_slot: number
  long_previous: number
  long_current: number
}

/** Identifies a counted call, for a refund. */
export type CounterCharge = Pick<CounterState, 'short_slot' | 'long_slot'> & { counter: string }

/** Maximum clock skew of another process, in ms; `is_window_over` has the same value. */
export const HONEST_SKEW_MS = 60_000

export const STATE = 'phase, short_slot, short_previous, short_current, long_slot, long_previous, long_current'

/** Uses the phase of the existing row `w`; an idle one, or one in the future, starts again with this call. */
const CLOCK = `
  cross join lateral (select is_window_over(w.long_slot, c.long_ms, c.now_ms + w.phase) as is_idle) i
  cross join lateral (select case when i.is_idle then excluded.phase else w.phase end as phase) p
  cross join lateral (select c.now_ms + p.phase as at) t`

const moved = (name: 'short' | 'long') => `
  cross join lateral window_at(case when not i.is_idle then w.${name}_slot end, w.${name}_previous, w.${name}_current,
    c.${name}_ms, t.at) ${name}_window`

const remaining = (name: 'short' | 'long') =>
  `window_remaining(c.${name}_limit, ${name}_window.previous, ${name}_window.current, c.${name}_ms, t.at)`

/**
 * Common table expressions of a statement: `asked` sums up `claim` (counter, now_ms, short_ms, short_limit, long_ms,
 * long_limit), and `charged` grants each counter as many claims as fit into both windows, in sorted order.
 */
export const CHARGED = `
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
      from asked c ${CLOCK} ${moved('short')} ${moved('long')}
      cross join lateral (select least(c.calls, ${remaining('short')}, ${remaining('long')})) f (g)
      where c.counter = w.digest)
    returning digest, granted, ${STATE}
  )`

export interface CounterItem extends CounterClaim {
  /** The agent whose tier multiplies the limits; '' for none. */
  agent_id: string
  /** Multipliers by tier; the same for all items. */
  percents: readonly number[]
  now_ms: number
}

export type CounterOutcome = CounterState & { is_granted: boolean; agency_tier: number | null }

/** Counts each call if its counter has capacity. */
export const chargeCounters: BatchStatement<CounterItem, CounterOutcome> = {
  name: 'charge_counters',
  max: 256,
  isWrite: true,
  run(db, items) {
    const percents = items[0]?.percents
    return db.many<CounterOutcome>(
      SQL`
    with claim as materialized (
      select i.ordinal, i.counter, i.now_ms, i.short_ms, i.long_ms, s.agency_tier,
        i.short_limit * coalesce((${percents}::int[])[s.agency_tier], 100) / 100 as short_limit,
        i.long_limit * coalesce((${percents}::int[])[s.agency_tier], 100) / 100 as long_limit
      from unnest(${items.map(item => item.counter)}::uuid[], ${items.map(item => item.agent_id)}::text[],
        ${items.map(item => item.now_ms)}::bigint[], ${items.map(item => item.short_ms)}::bigint[],
        ${items.map(item => item.short_limit)}::int[], ${items.map(item => item.long_ms)}::bigint[],
        ${items.map(item => item.long_limit)}::int[])
        with ordinality as i (counter, agent_id, now_ms, short_ms, short_limit, long_ms, long_limit, ordinal)
      left join agent_status s on s.agent_id = nullif(i.agent_id, '')::uuid
    ), `
        .append(CHARGED)
        .append(`
    select row_number() over (partition by c.counter order by c.ordinal) <= w.granted as is_granted, c.agency_tier, ${STATE}
    from claim c join charged w on w.digest = c.counter order by c.ordinal`),
    )
  },
}

/** Refunds calls that did nothing, if the windows still contain them. */
export const refundCounters: BatchStatement<CounterCharge, void> = {
  name: 'refund_counters',
  max: 256,
  isWrite: true,
  async run(db, charges) {
    const inSlot = (name: 'short' | 'long', slot: string) =>
      `(select count(*) from given g where g.counter = w.digest and g.${name}_slot = ${slot})`
    await db.many(
      SQL`
    with given as materialized (
      select * from unnest(${charges.map(charge => charge.counter)}::uuid[],
        ${charges.map(charge => charge.short_slot)}::bigint[], ${charges.map(charge => charge.long_slot)}::bigint[])
        as g (counter, short_slot, long_slot)
    ), held as materialized (
      select digest from rate_counter where digest in (select counter from given) order by digest for update
    )
    update rate_counter w set
      short_current = greatest(0, w.short_current - `
        .append(inSlot('short', 'w.short_slot'))
        .append('), short_previous = greatest(0, w.short_previous - ')
        .append(inSlot('short', 'w.short_slot - 1'))
        .append('), long_current = greatest(0, w.long_current - ')
        .append(inSlot('long', 'w.long_slot'))
        .append('), long_previous = greatest(0, w.long_previous - ')
        .append(inSlot('long', 'w.long_slot - 1'))
        .append(') from held where w.digest = held.digest'),
    )
    return charges.map(() => undefined)
  },
}

export type CounterRow = CounterState & { digest: string }

export function findCounters(db: Queryable, digests: readonly string[]): Promise<CounterRow[]> {
  return db.many<CounterRow>(
    SQL`select digest, `.append(STATE).append(SQL` from rate_counter where digest = any(${digests}::uuid[])`),
  )
}

export interface AgentUse {
  agency_tier: number
  used_bytes: number
  slot: number | null
  previous: number | null
  current: number | null
}

/** The requests of an agent as admission counts them, its tier, and its stored bytes. */
export function findUse(db: Queryable, agentId: string): Promise<AgentUse> {
  return db.one<AgentUse>(SQL`
    select s.agency_tier, coalesce(u.bytes, 0) as used_bytes, w.slot, w.previous, w.current
    from agent_status s left join rate_window w on w.agent_id = s.agent_id
    left join agent_writing u on u.agent_id = s.agent_id where s.agent_id = ${agentId}`)
}
