import { RETENTION } from '../jobs/retention-periods.ts'

/** A table that only grows, whose rows go by whole partitions. */
export interface Partitioned {
  table: 'inbox' | 'webhook_delivery'
  /** How long its rows are kept, and how long a time each partition holds. */
  retainedMs: number
  partMs: number
  key: string
  /** The column by whose age rows go that no partition of their own holds. */
  age: string
  /** A moment as the key has it, and back. */
  boundAt(ms: number): string
  momentOf(bound: string): number
}

const ID_DIGITS = 12

/** By when an event got its number. */
export const EVENTS: Partitioned = {
  table: 'inbox',
  retainedMs: RETENTION.events.ms,
  partMs: RETENTION.events.partMs,
  key: 'sequenced_at',
  age: 'sequenced_at',
  boundAt: ms => new Date(ms).toISOString(),
  // As PostgreSQL writes it where the time zone is UTC.
  momentOf: bound => Date.parse(`${bound.slice(0, 10)}T${bound.slice(11, 19)}Z`),
}

/** By the id of the event, which begins with the ms of its making. */
export const DELIVERIES: Partitioned = {
  table: 'webhook_delivery',
  retainedMs: RETENTION.deliveries.ms,
  partMs: RETENTION.deliveries.partMs,
  key: 'event_id',
  age: 'created_at',
  boundAt(ms) {
    const digits = ms.toString(16).padStart(ID_DIGITS, '0')
    return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`
  },
  momentOf: bound => Number.parseInt(bound.replaceAll('-', '').slice(0, ID_DIGITS), 16),
}

/** By how much the times of rows may differ from those of who reads them: clocks are set. */
const SKEW_MS = 86_400_000

/**
 * Since when the partitions hold what was written from that moment on: a bound that statements give, so that older ones are
 * not read. It lies where a partition begins, so that within those that are read it leaves out no row.
 */
export const partsSince = ({ partMs }: Partitioned, ms: number): Date =>
  new Date(Math.floor((ms - SKEW_MS) / partMs) * partMs)

export const PARTITIONED: readonly Partitioned[] = [EVENTS, DELIVERIES]
