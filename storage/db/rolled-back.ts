import { createSemaphore } from '../../concurrency/semaphore.ts'
import type { RunBatch } from './batch.ts'
import type { Db, Queryable } from './db.ts'

/**
 * Runs code that writes in one transaction, and rolls that back. To the code it looks like the database: its statements,
 * batches and transactions are savepoints, so that one that fails takes back what it did and nothing else, and later
 * ones see what earlier ones did. Waits for locks are short, because the transaction holds what it has locked.
 */

const MAX_WAITING = 1_000
const LOCK_TIMEOUT = "set local lock_timeout = '1s'"

const ROLL_BACK = new Error('rolled back')

export interface RolledBack {
  db: Db
  batch: RunBatch
}

export async function runRolledBack<Result>(db: Db, body: (scratch: RolledBack) => Promise<Result>): Promise<Result> {
  const outcome: { result?: Result } = {}
  try {
    await db.transaction(async tx => {
      await tx.script(LOCK_TIMEOUT)
      outcome.result = await body(scratchOf(db, tx))
      throw ROLL_BACK
    })
  } catch (error) {
    if (error !== ROLL_BACK) throw error
  }
  return outcome.result as Result
}

function scratchOf(db: Db, tx: Queryable): RolledBack {
  // One at a time: a savepoint must not cover a statement of somebody else.
  const oneByOne = createSemaphore({ permits: 1, maxWaiting: MAX_WAITING })
  let count = 0
  const open = async () => {
    const name = `attempt_${++count}`
    await tx.script(`savepoint ${name}`)
    return {
      // As at the end of a transaction, what is checked then is checked.
      release: () => tx.script(`set constraints all immediate; set constraints all deferred; release ${name}`),
      undo: () => tx.script(`rollback to ${name}; release ${name}`),
    }
  }
  const alone = <Result>(run: () => Promise<Result>): Promise<Result> =>
    oneByOne.run(async () => {
      const { release, undo } = await open()
      try {
        const result = await run()
        await release()
        return result
      } catch (error) {
        await undo()
        throw error
      }
    })
  const transaction = async <Result>(body: (tx: Queryable) => Promise<Result>): Promise<Result> => {
    const { release, undo } = await oneByOne.run(open)
    try {
      const result = await body(queryableBy(tx, oneByOne.run))
      await oneByOne.run(release)
      return result
    } catch (error) {
      await oneByOne.run(undo)
      throw error
    }
  }
  const statements = queryableBy(tx, alone)
  const batch: RunBatch = async (statement, item) => (await alone(() => statement.run(tx, [item])))[0]!
  return { db: { ...db, ...statements, transaction, longTransaction: transaction }, batch }
}

const queryableBy = (tx: Queryable, run: <Result>(task: () => Promise<Result>) => Promise<Result>): Queryable => ({
  many: statement => run(() => tx.many(statement)),
  maybeOne: statement => run(() => tx.maybeOne(statement)),
  one: statement => run(() => tx.one(statement)),
  script: text => run(() => tx.script(text)),
})
