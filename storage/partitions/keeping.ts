import type { Queryable } from '../db/db.ts'
import type { Partitioned } from './partitioned.ts'
import { deleteFromPart, dropPart, findOldestOfRest, listParts, makePart, type Part, restOf } from './partitions.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** So long before it is wanted a partition is there. */
export const AHEAD_MS = 3 * DAY
/** A row may say by that much that it is younger than its partition. */
const MARGIN_MS = HOUR

const BATCH = 5_000

/** Makes the partitions that are wanted soon, and those of what the rest holds since none was there. */
export async function makeParts(db: Queryable, of: Partitioned, now: number): Promise<void> {
  const oldest = (await findOldestOfRest(db, of)) ?? now
  const since = Math.min(now, Math.max(oldest, now - of.keptMs))
  for (const part of listMissing(of, await listParts(db, of), since, now + AHEAD_MS)) await makePart(db, of, part)
}

/**
 * Beside that drops partitions whose time is over, and deletes what is as old of those that hold longer times than one.
 * Answers whether more is to be deleted.
 */
export async function keepParts(db: Queryable, of: Partitioned, now: Date, limit = BATCH): Promise<{ more: boolean }> {
  await makeParts(db, of, now.getTime())
  const over = now.getTime() - of.keptMs
  for (const part of await listParts(db, of)) if (part.untilMs <= over - MARGIN_MS) await dropPart(db, of, part)
  return { more: (await deleteOutlived(db, of, new Date(over), limit)) === limit }
}

/** The partitions for what is written from one moment to another that are not there. */
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

/** Deletes at most `limit` rows that were made before that time and go with no partition; answers how many. */
export async function deleteOutlived(db: Queryable, of: Partitioned, before: Date, limit: number): Promise<number> {
  const long = (await listParts(db, of)).filter(({ fromMs, untilMs }) => untilMs - fromMs > of.partMs)
  let deleted = 0
  for (const name of [...long.map(part => part.name), restOf(of)])
    deleted += await deleteFromPart(db, of, name, { before, limit: limit - deleted })
  return deleted
}

/** For how long from now on what is written has a partition of its own, in ms. */
export function aheadOf(parts: readonly Part[], now: number): number {
  let covered = now
  for (const { fromMs, untilMs } of parts) if (fromMs <= covered && untilMs > covered) covered = untilMs
  return covered - now
}
