import { RETENTION } from '../jobs/retention-periods.ts'

/** An append-only table, whose rows are deleted by dropping partitions. */
export interface Partitioned {
  table: 'inbox' | 'webhook_delivery'
  /** Retention of its rows, and the period of a partition. */
  retainedMs: number
  partMs: number
  key: string
  /** The column by whose age rows in the default partition are deleted. */
  age: string
  /** Converts a time to a key, and back. */
  boundAt(ms: number): string
  momentOf(bound: string): number
}

const ID_DIGITS = 12

/** By the time at which an event was sequenced. */
export const EVENTS: Partitioned = {
  table: 'inbox',
  retainedMs: RETENTION.events.ms,
  partMs: RETENTION.events.partMs,
  key: 'sequenced_at',
  age: 'sequenced_at',
  boundAt: ms => new Date(ms).toISOString(),
  // In PostgreSQL's format for the time zone UTC.
  momentOf: bound => Date.parse(`${bound.slice(0, 10)}T${bound.slice(11, 19)}Z`),
}

/** By the id of the event, which starts with its creation time in ms. */
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

/** Maximum clock skew between writers and readers. */
const SKEW_MS = 86_400_000

/**
 * A lower bound for statements, so that older partitions are not read. It is the start of a partition, so that it
 * excludes no rows of those that are read.
 */
export const partsSince = ({ partMs }: Partitioned, ms: number): Date =>
  new Date(Math.floor((ms - SKEW_MS) / partMs) * partMs)

export const PARTITIONED: readonly Partitioned[] = [EVENTS, DELIVERIES]
