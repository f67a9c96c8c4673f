import { AsyncLocalStorage } from 'node:async_hooks'
import type { SQLStatement } from 'sql-template-strings'
import type { FairScheduler } from '../../concurrency/scheduler.ts'
import type { Egress } from '../../push/egress.ts'
import type { RunBatch } from '../../storage/db/batch.ts'
import type { Db, Queryable } from '../../storage/db/db.ts'
import type { Tracing } from '../../tools/core/request-tracing.ts'

const names = new Map<string, string>()

/** The statement's verb and first table, such as `select agent`. Its text is the product's own, with few variants. */
export function spanNameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    const [, does = 'statement'] = /^\s*([a-z]+)/i.exec(text) ?? []
    const [, table] = /\b(?:from|into|update|join|table)\s+(?:only\s+)?([a-z_]+)/i.exec(text) ?? []
    names.set(text, (name = `sql ${does.toLowerCase()}${table ? ` ${table}` : ''}`))
  }
  return name
}

const queryable = (to: Queryable, { part }: Tracing): Queryable => ({
  many: <Row>(statement: SQLStatement) => part(spanNameOf(statement.text), () => to.many<Row>(statement)),
  maybeOne: <Row>(statement: SQLStatement) => part(spanNameOf(statement.text), () => to.maybeOne<Row>(statement)),
  one: <Row>(statement: SQLStatement) => part(spanNameOf(statement.text), () => to.one<Row>(statement)),
  script: text => part('sql script', () => to.script(text)),
})

/** Wraps a pool to trace its statements and transactions. */
const tracedDb = (db: Db, tracing: Tracing): Db => ({
  ...db,
  ...queryable(db, tracing),
  transaction: body => {
    // The driver calls back in the async context of an earlier user of the connection.
    const within = AsyncLocalStorage.bind((tx: Queryable) => body(queryable(tx, tracing)))
    return tracing.part('transaction', () => db.transaction(within))
  },
})

/** Pools that are used directly by requests; for those with batches, the callers are traced. */
export function instrumentPools<Pools extends Record<'db' | 'slowDb' | 'searchDb' | 'taskDb' | 'webhookDb', Db>>(
  pools: Pools,
  tracing: Tracing | undefined,
): Pools {
  if (!tracing) return pools
  const { db, slowDb, searchDb, taskDb, webhookDb } = pools
  const instrumented = Object.entries({ db, slowDb, searchDb, taskDb, webhookDb }).map(([name, pool]) => [
    name,
    tracedDb(pool, tracing),
  ])
  return { ...pools, ...Object.fromEntries(instrumented) }
}

/** A waiting call is started by the end of another one, and keeps its own trace. */
export const instrumentScheduler = ({ run, inFlight }: FairScheduler): FairScheduler => ({
  run: (client, work, options) => run(client, AsyncLocalStorage.bind(work), options),
  inFlight,
})

/** In a batch, each caller's span includes the time that it waited. */
export const instrumentBatch =
  (run: RunBatch, { part }: Tracing): RunBatch =>
  (statement, item) =>
    part(`batch ${statement.name}`, () => run(statement, item))

export const instrumentEgress = (name: string, egress: Egress, { sending }: Tracing): Egress => ({
  ...egress,
  send: request => sending(name, () => egress.send(request)),
})
