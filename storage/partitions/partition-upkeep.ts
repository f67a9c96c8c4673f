import type { Queryable } from '../db/db.ts'
import {
  type CreatedPart,
  createPart,
  deleteFromPart,
  dropPart,
  findOldestOfRest,
  listParts,
  type Part,
  restOf,
} from './partition-ddl.ts'
import type { Partitioned } from './partitioned-tables.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** How long in advance a partition is created. */
export const PARTS_AHEAD_MS = 3 * DAY
/** Maximum clock skew between a row's time and its partition. */
const MARGIN_MS = HOUR

const BATCH = 5_000

/** A partition that could not be created or dropped now, with the reason. */
interface Left {
  name: string
  why: Exclude<CreatedPart, 'made' | 'there'>
}

/** Creates partitions that are needed soon, and those for rows in the default partition; returns which it could not. */
export async function createParts(db: Queryable, of: Partitioned, now: number): Promise<Left[]> {
  const oldest = (await findOldestOfRest(db, of)) ?? now
  const since = Math.min(now, Math.max(oldest, now - of.retainedMs))
  const left: Left[] = []
  for (const part of listMissing(of, await listParts(db, of), since, now + PARTS_AHEAD_MS)) {
    const made = await createPart(db, of, part)
    if (made === 'waits' || made === 'full') left.push({ name: part.name, why: made })
  }
  return left
}

/** Drops expired partitions; returns which it could not. */
async function dropParts(db: Queryable, of: Partitioned, over: number): Promise<Left[]> {
  const left: Left[] = []
  for (const part of await listParts(db, of)) {
    if (part.untilMs > over - MARGIN_MS) continue
    if ((await dropPart(db, of, part)) === 'waits') left.push({ name: part.name, why: 'waits' })
  }
  return left
}

/**
 * Drops expired partitions, and deletes expired rows from those with longer periods, even if none can be created.
 * Returns whether there is more to delete, and what was left undone.
 */
export async function maintainParts(
  db: Queryable,
  of: Partitioned,
  now: Date,
  limit = BATCH,
): Promise<{ more: boolean; left?: string }> {
  const over = now.getTime() - of.retainedMs
  const [making] = await Promise.allSettled([createParts(db, of, now.getTime())])
  const remaining = await dropParts(db, of, over)
  const more = (await deleteOutlived(db, of, new Date(over), limit)) === limit
  // Further deletions do not wait for the next run.
  if (making.status === 'rejected' && !more) throw making.reason
  const left = describeLeft([...remaining, ...(making.status === 'fulfilled' ? making.value : [])])
  return left ? { more, left } : { more }
}

const WHY = {
  waits: 'another session held a lock',
  full: 'the default partition holds more of these rows than can be moved at once; they remain there',
}
const MAX_REPORTED = 3

function describeLeft(left: readonly Left[]): string {
  const named = left.slice(0, MAX_REPORTED).map(({ name, why }) => `${name}: ${WHY[why]}`)
  return [...named, ...(left.length > MAX_REPORTED ? [`and ${left.length - MAX_REPORTED} more`] : [])].join('; ')
}

/** The missing partitions for a period. */
function* listMissing(of: Partitioned, parts: readonly Part[], since: number, until: number): Generator<Part> {
  for (let from = Math.floor(since / of.partMs) * of.partMs; from < until; from += of.partMs) {
    const fromMs = Math.max(from, ...parts.filter(part => part.fromMs <= from && part.untilMs > from).map(untilOf))
    const later = parts.filter(part => part.fromMs > fromMs).map(part => part.fromMs)
    const untilMs = Math.min(from + of.partMs, ...later)
    if (fromMs < untilMs) yield { name: nameOf(of, fromMs), fromMs, untilMs }
  }
}

const untilOf = ({ untilMs }: Part) => untilMs

const nameOf = ({ table }: Partitioned, fromMs: number) =>
  `${table}_${new Date(fromMs).toISOString().slice(0, 10).replaceAll('-', '')}`

/**
 * Deletes up to `limit` rows that were created before that time and are not dropped with a partition; returns how many.
 */
export async function deleteOutlived(db: Queryable, of: Partitioned, before: Date, limit: number): Promise<number> {
  const long = (await listParts(db, of)).filter(({ fromMs, untilMs }) => untilMs - fromMs > of.partMs)
  let deleted = 0
  for (const name of [...long.map(part => part.name), restOf(of)])
    deleted += await deleteFromPart(db, of, name, { before, limit: limit - deleted })
  return deleted
}

/** How far into the future partitions exist, in ms. */
export function aheadOf(parts: readonly Part[], now: number): number {
  let covered = now
  for (const { fromMs, untilMs } of parts) if (fromMs <= covered && untilMs > covered) covered = untilMs
  return covered - now
}
