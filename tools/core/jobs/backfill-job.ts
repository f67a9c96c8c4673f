import type { Db } from '../../../storage/db/db.ts'
import { MINUTE } from '../durations.ts'
import type { Job } from './job-runner.ts'
import { processTogether } from './row-queue.ts'

interface Filling<Row extends { id: string }> {
  /** Up to `limit` rows without a value. */
  find(db: Db, limit: number): Promise<Row[]>
  fill(db: Db, rows: readonly Row[]): Promise<unknown>
}

/** Fills in values that a migration, a seed or a server of an earlier version left empty. */
export const backfillJob = <Row extends { id: string }>(
  name: string,
  batch: number,
  { find, fill }: Filling<Row>,
): Job => ({
  name,
  everyMs: MINUTE,
  async run(work) {
    const { db } = work
    const more = await processTogether(work, {
      name,
      limit: batch,
      find: limit => find(db, limit),
      idOf: ({ id }) => id,
      process: rows => fill(db, rows),
    })
    return { more }
  },
})
