import type { SQLStatement } from 'sql-template-strings'
import { createSemaphore, QueueFull } from '../../concurrency/semaphore.ts'
import { type Probe, type WatchedCall, watchCalls } from './connection-watch.ts'
import { connect, type DbAddress, type DbOptions } from './driver.ts'
import { DatabaseUnavailable, StatementTimeout, UnansweredStatement, unavailableReason } from './errors.ts'

export type { DbAddress, DbOptions }
export { DatabaseUnavailable, StatementTimeout, UnansweredStatement, unavailableReason }

/** Executes statements: on the pool, or in one of its transactions. */
export interface Queryable {
  many<Row>(statement: SQLStatement): Promise<Row[]>
  maybeOne<Row>(statement: SQLStatement): Promise<Row | undefined>
  one<Row>(statement: SQLStatement): Promise<Row>
  /** Runs a text with several statements, without parameters. */
  script(text: string): Promise<void>
}

export interface Db extends Queryable {
  transaction<Result>(body: (tx: Queryable) => Promise<Result>): Promise<Result>
  /** The same, without a time limit for it and its statements. */
  longTransaction<Result>(body: (tx: Queryable) => Promise<Result>): Promise<Result>
  /** Passes one connection to the body, which must leave its session unchanged. */
  alone<Result>(body: (session: Queryable) => Promise<Result>): Promise<Result>
  /** Calls `onNotify` for each notification, and `onListen` whenever listening (re)starts and may have missed some. */
  listen(channel: string, onNotify: (payload: string) => void, onListen: () => void): Promise<() => Promise<void>>
  /** Its address: `host:port`, or the path of a socket. */
  readonly address: string
  /** Maximum connections. */
  readonly size: number
  /** Statements and transactions in progress, or waiting for a connection. */
  waiting(): number
  close(): Promise<void>
}

const LOST = /^(08|57P0[1-5]|53[0-9]{3}|25006)/
/**
 * Errors after which the outcome is unknown: a connection that ended after something was sent, and a commit whose wait
 * for the standby was cancelled.
 */
const MAY_HAVE_HAPPENED =
  /^(08|01000$|CONNECTION_CLOSED|CONNECTION_DESTROYED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETDOWN|ENETUNREACH)/
const DRIVER_LOST =
  /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|EHOSTUNREACH|EHOSTDOWN|ENETDOWN|ENETUNREACH|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/

function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

/** The name of the constraint that a failed statement violated, if that is the cause. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!/^23/.test(errorCode(error))) return undefined
  const { constraint_name: name } = error as { constraint_name?: unknown }
  return typeof name === 'string' ? name : undefined
}

/** For a name with several addresses, Node reports all attempts in one error. */
const wasConnecting = (error: unknown): boolean => {
  const { errors, syscall } = error as { errors?: readonly { syscall?: unknown }[]; syscall?: unknown }
  return (errors?.[0]?.syscall ?? syscall) === 'connect'
}

/** What PostgreSQL itself reports as failed was rolled back. */
export function translate(
  error: unknown,
  { mayHappen }: Pick<WatchedCall, 'mayHappen'> = { mayHappen: true },
): unknown {
  const code = errorCode(error)
  if (code === '57014' || code === '55P03') return new StatementTimeout('statement timeout', { cause: error })
  const mayHaveHappened = mayHappen && MAY_HAVE_HAPPENED.test(code) && !wasConnecting(error)
  if (mayHaveHappened || LOST.test(code) || DRIVER_LOST.test(code))
    return new DatabaseUnavailable('database unavailable', { cause: error, mayHaveHappened })
  return error
}

const taggedStrings = new Map<string, TemplateStringsArray>()

/** The driver prepares statements by text, and treats strings as template literals only if they have `raw`. */
function tagged(statement: SQLStatement): TemplateStringsArray {
  const { text } = statement
  let strings = taggedStrings.get(text)
  if (!strings) {
    const parts = text.split(/\$\d+/)
    strings = Object.assign([...parts], { raw: parts }) as TemplateStringsArray
    taggedStrings.set(text, strings)
  }
  return strings
}

type Sql = ReturnType<typeof connect>
type Send = Pick<Sql, 'unsafe'> & ((strings: TemplateStringsArray, ...values: never[]) => PromiseLike<unknown>)

type Run = <Row>(start: (sql: Send) => PromiseLike<Row>) => Promise<Row>

export function queryable(run: Run): Queryable {
  const many = <Row>(statement: SQLStatement) => run<Row[]>(sql => send<Row>(sql, statement))
  const maybeOne = async <Row>(statement: SQLStatement) => (await many<Row>(statement))[0]
  return {
    many,
    maybeOne,
    async one<Row>(statement: SQLStatement) {
      const row = await maybeOne<Row>(statement)
      if (row === undefined) throw new Error('expected a row')
      return row
    },
    async script(text) {
      await run(sql => sql.unsafe(text).simple())
    },
  }
}

const send = <Row>(sql: Send, statement: SQLStatement) =>
  sql(tagged(statement), ...(statement.values as never[])) as unknown as Promise<Row[]>

/**
 * Opens a pool. While the database is not reachable, every call rejects with `DatabaseUnavailable` within a second;
 * calls proceed again as soon as a probe succeeds.
 */
export function openDb(address: DbAddress, options: DbOptions): Db {
  const sql = connect(address, options)
  const guard = watchCalls(() => openProbe(address, options), options, translate)
  const transactions = createSemaphore({
    permits: Math.max(1, options.max - 2),
    maxWaiting: options.maxWaiting ?? 1_000,
  })

  return {
    ...queryable(start => guard.run(() => start(sql as unknown as Send))),
    transaction: body =>
      transactions.run(() => guard.run(call => begin(sql, body, call), { mayHappen: false })).catch(rethrow),
    longTransaction: body =>
      transactions.run(() => guard.run(call => begin(sql, unhurried(body), call), UNHURRIED)).catch(rethrow),
    alone: body =>
      guard.run(
        async () => {
          // The driver reserves only open connections.
          await sql`select 1`
          const session = await sql.reserve()
          const outcome = body(queryable(async start => await start(session as unknown as Send)))
          return await outcome.finally(() => session.release())
        },
        { patienceMs: Infinity },
      ),
    async listen(channel, onNotify, onListen) {
      const { unlisten } = await sql.listen(channel, onNotify, onListen)
      return unlisten
    },
    address: addressOf(sql.options),
    size: options.max,
    waiting: () => guard.waiting() + transactions.waiting(),
    async close() {
      await guard.stop()
      await sql.end({ timeout: 5 })
    },
  }
}

/** From the URL and PostgreSQL's environment variables. */
function addressOf({ host, port, path }: Sql['options']): string {
  return path
    ? String(path)
    : [host]
        .flat()
        .map((name, index) => `${name}:${[port].flat()[index]}`)
        .join(', ')
}

function openProbe(address: DbAddress, { name, statementTimeoutMs }: DbOptions): Probe {
  const sql = connect(address, { name: `${name} probe`, max: 1, statementTimeoutMs })
  return { isAlive: () => sql`select 1`, close: () => sql.end({ timeout: 0 }) }
}

function rethrow(error: unknown): never {
  if (error instanceof QueueFull) throw new DatabaseUnavailable('too many transactions are waiting', { cause: error })
  throw error
}

const unhurried =
  <Result>(body: (tx: Queryable) => Promise<Result>) =>
  async (tx: Queryable) => {
    await tx.script('set local statement_timeout = 0')
    return await body(tx)
  }

const UNHURRIED = { patienceMs: Infinity, mayHappen: false }

/**
 * A transaction whose caller was told that it failed is not committed; a running commit is left alone, however long it
 * takes.
 */
async function begin<Result>(sql: Sql, body: (tx: Queryable) => Promise<Result>, call: WatchedCall): Promise<Result> {
  const outcome = await sql.begin(async tx => {
    const result = await body(queryable(async start => await start(tx as unknown as Send)))
    if (call.isGivenUp) throw new StatementTimeout('the caller gave up before the statement was sent')
    call.mayHappen = true
    return { result }
  })
  return outcome.result as Result
}
