import type { Db } from '../../storage/db/db.ts'
import { MINUTE } from './durations.ts'
import type { Job } from './jobs.ts'

interface Filling<Row> {
  /** At most `limit` rows that lack it. */
  find(db: Db, limit: number): Promise<Row[]>
  fill(db: Db, rows: readonly Row[]): Promise<unknown>
}

/** Fills in what a migration, a seed or a server of an earlier version left empty. */
export const fillingJob = <Row>(name: string, batch: number, { find, fill }: Filling<Row>): Job => ({
  name,
  everyMs: MINUTE,
  async run({ db }) {
    const rows = await find(db, batch)
    await fill(db, rows)
    return { more: rows.length === batch }
  },
})
