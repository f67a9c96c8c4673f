import type { Logger } from 'pino'
import { DatabaseUnavailable, type Queryable } from '../../../storage/db/db.ts'
import { findSetAside, setAside } from '../../../storage/jobs/set-aside.ts'
import type { TransactionScope } from '../context.ts'
import type { JobContext } from './job-runner.ts'

interface Work {
  db: Queryable
  now: Date
  log: Logger
}

/** Processes rows one by one, by key: a failing row is set aside, and delays none of the others. */
export interface RowQueue<Row> {
  name: string
  /** Rows per batch. */
  limit: number
  /** Concurrency; 1 by default. */
  parallel?: number
  /** Up to `limit` rows that are due. */
  find(limit: number): Promise<readonly Row[]>
  idOf(row: Row): string
  /** Processes one row completely. */
  process(row: Row): Promise<unknown>
}

/** Processes due rows of a queue; returns whether there may be more. */
export async function processRows<Row>(work: Work, queue: RowQueue<Row>): Promise<boolean> {
  const { limit, parallel = 1 } = queue
  const { rows, isFull } = await findRows(work, queue, limit)
  const waiting = rows.values()
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (const row of waiting) {
        await setAsideOnFailure(work, queue.name, queue.idOf(row), () => queue.process(row))
      }
    }),
  )
  return isFull
}

/** The same for rows that one statement processes together: individually only if it fails for all of them. */
export async function processTogether<Row>(
  work: Work,
  queue: Omit<RowQueue<Row>, 'process'> & { process(rows: readonly Row[]): Promise<unknown> },
): Promise<boolean> {
  const { rows, isFull } = await findRows(work, queue, queue.limit)
  if (rows.length === 0) return false
  try {
    await queue.process(rows)
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error
    for (const row of rows) {
      await setAsideOnFailure(work, queue.name, queue.idOf(row), () => queue.process([row]))
    }
  }
  return isFull
}

type Found<Row> = Pick<RowQueue<Row>, 'name' | 'find' | 'idOf'>

async function findRows<Row>({ db, now }: Work, { name, find, idOf }: Found<Row>, limit: number) {
  const skipped = new Set(await findSetAside(db, name, now))
  const found = await find(limit + skipped.size)
  const rows = found.filter(row => !skipped.has(idOf(row))).slice(0, limit)
  return { rows, isFull: rows.length === limit }
}

interface HeadQueue<Row> {
  name: string
  /** Locks the next row that is not set aside. */
  take(db: Queryable, skipped: readonly string[]): Promise<Row | undefined>
  idOf(row: Row): string
  /** Processes a bounded piece of a row's work. */
  process(scope: TransactionScope, row: Row): Promise<unknown>
}

/** Processes the first row of a queue in a transaction; returns whether there was one. */
export async function processHead<Row>(
  work: Work & Pick<JobContext, 'transaction'>,
  { name, take, idOf, process }: HeadQueue<Row>,
): Promise<boolean> {
  const skipped = await findSetAside(work.db, name, work.now)
  let id: string | undefined
  let isDone = false
  const piece = async (scope: TransactionScope): Promise<void> => {
    const row = await take(scope.db, skipped)
    if (!row) return
    id = idOf(row)
    isDone = true
    await process(scope, row)
  }
  try {
    await work.transaction(piece)
  } catch (error) {
    if (id === undefined) throw error
    await setAsideOnFailure(work, name, id, () => Promise.reject(error))
  }
  return isDone
}

/** Attributes every error to the row, unless the database is not reachable. Logged once, with the id of the row. */
export async function setAsideOnFailure(
  { db, now, log }: Work,
  queue: string,
  id: string,
  process: () => Promise<unknown>,
): Promise<void> {
  try {
    await process()
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error
    const { attempts, until } = await setAside(db, queue, id, now)
    const facts = { err: error, queue, row: id, attempts, until }
    if (attempts === 1) log.warn(facts, 'a row could not be processed and was set aside')
    else log.debug(facts, 'a row could not be processed again')
  }
}
