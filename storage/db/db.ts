import postgres from 'postgres'
import type { SQLStatement } from 'sql-template-strings'
import { type Probe, watchCalls } from './availability.ts'
import { DatabaseUnavailable, StatementTimeout } from './errors.ts'
import { type Admittance, admitAtMost } from './queue.ts'

export { DatabaseUnavailable, StatementTimeout }

/** What a statement can be sent to: the pool, or one transaction of it. */
export interface Queryable {
  many<Row>(statement: SQLStatement): Promise<Row[]>
  maybeOne<Row>(statement: SQLStatement): Promise<Row | undefined>
  one<Row>(statement: SQLStatement): Promise<Row>
  /** Runs a text of several statements, without parameters. */
  script(text: string): Promise<void>
}

export interface Db extends Queryable {
  transaction<Result>(body: (tx: Queryable) => Promise<Result>): Promise<Result>
  /** Calls `onNotify` for each notification, and `onListen` whenever listening (re)starts and may have missed some. */
  listen(channel: string, onNotify: (payload: string) => void, onListen: () => void): Promise<() => Promise<void>>
  /** Connections. */
  readonly size: number
  /** Statements and transactions under way, or waiting for a connection. */
  waiting(): number
  close(): Promise<void>
}

export type DbAddress =
  | { url: string }
  | { socketDir: string; port: number; user: string; password: string; database: string }

export interface DbOptions {
  name: string
  max: number
  statementTimeoutMs: number
  /** `false`: commits do not wait for the disk. Only for statements that a later durable commit covers. */
  durable?: boolean
  /**
   * `true`: statements look up few rows through indexes, and each is planned once: a plan costs 2 ms, running it less.
   * They wait a second for a lock, no longer, as others wait behind them.
   * Plans made on small tables live until these are analysed, so that a scan of the whole table is ruled out.
   */
  isHot?: boolean
  /** Statements under way or waiting before new ones are refused. */
  maxWaiting?: number
}

const LOST = /^(08|57P0[1-5]|53[0-9]{3}|25006)/
const DRIVER_LOST = /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/
const RECONNECT_EVERY_MS = 200

function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

/** The name of the constraint that a failed statement violated, if that is why it failed. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!/^23/.test(errorCode(error))) return undefined
  const { constraint_name: name } = error as { constraint_name?: unknown }
  return typeof name === 'string' ? name : undefined
}

function translate(error: unknown): unknown {
  const code = errorCode(error)
  if (code === '57014' || code === '55P03') return new StatementTimeout('statement timeout', { cause: error })
  if (LOST.test(code) || DRIVER_LOST.test(code))
    return new DatabaseUnavailable('database unavailable', { cause: error })
  return error
}

const taggedStrings = new Map<string, TemplateStringsArray>()

/** The driver prepares a statement by its text, and takes the tagged path only for strings that carry `raw`. */
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

/** PostgreSQL's `2026-11-21 04:25:00.1+00` as RFC 3339 UTC with milliseconds. */
export function timestampText(value: string): string {
  if (!value.endsWith('+00') || value.length < 22) return new Date(value).toISOString()
  const fraction = value.length > 22 ? value.slice(20, -3) : ''
  return `${value.slice(0, 10)}T${value.slice(11, 19)}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}

const types = {
  int8: { to: 20, from: [20], parse: Number, serialize: String },
  timestamptz: {
    to: 1184,
    from: [1184],
    parse: timestampText,
    serialize: (value: Date | string) => (value instanceof Date ? value.toISOString() : value),
  },
}

const HOT = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', lock_timeout: 1_000 }

function connect(address: DbAddress, options: DbOptions) {
  const shared = {
    max: options.max,
    types,
    onnotice: () => {},
    connect_timeout: 3,
    idle_timeout: 0,
    max_lifetime: null,
    backoff: () => RECONNECT_EVERY_MS / 1000,
    connection: {
      application_name: `colloquy ${options.name}`,
      TimeZone: 'UTC',
      statement_timeout: options.statementTimeoutMs,
      idle_in_transaction_session_timeout: 30_000,
      jit: 'off',
      ...(options.isHot ? HOT : {}),
      ...(options.durable === false ? { synchronous_commit: 'off' } : {}),
    },
  }
  if ('url' in address) return postgres(address.url, shared)
  const { socketDir, port, ...role } = address
  return postgres({ ...shared, path: `${socketDir}/.s.PGSQL.${port}`, ...role })
}

type Sql = ReturnType<typeof connect>
type Send = Pick<Sql, 'unsafe'> & ((strings: TemplateStringsArray, ...values: never[]) => PromiseLike<unknown>)

type Run = <Row>(start: (sql: Send) => PromiseLike<Row>) => Promise<Row>

function queryable(run: Run): Queryable {
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
 * Opens a pool. While the database is away every call rejects with `DatabaseUnavailable` within a second, and calls
 * pass again as soon as a probe gets through.
 */
export function openDb(address: DbAddress, options: DbOptions): Db {
  const sql = connect(address, options)
  const guard = watchCalls(() => openProbe(address, options), options, translate)
  const transactions = admitAtMost(Math.max(1, options.max - 2), options.maxWaiting ?? 1_000)

  return {
    ...queryable(start => guard.run(() => start(sql as unknown as Send))),
    transaction: body => transactions.run(() => guard.run(() => begin(sql, body))).catch(rethrow),
    async listen(channel, onNotify, onListen) {
      const { unlisten } = await sql.listen(channel, onNotify, onListen)
      return unlisten
    },
    size: options.max,
    waiting: () => guard.waiting() + transactions.waiting(),
    async close() {
      await guard.stop()
      await sql.end({ timeout: 5 })
    },
  }
}

function openProbe(address: DbAddress, { name, statementTimeoutMs }: DbOptions): Probe {
  const sql = connect(address, { name: `${name} probe`, max: 1, statementTimeoutMs })
  return { answers: () => sql`select 1`, close: () => sql.end({ timeout: 0 }) }
}

function rethrow(error: unknown): never {
  if ((error as Admittance).refused) throw new DatabaseUnavailable('too many transactions wait', { cause: error })
  throw error
}

async function begin<Result>(sql: Sql, body: (tx: Queryable) => Promise<Result>): Promise<Result> {
  const outcome = await sql.begin(async tx => ({
    result: await body(queryable(async start => await start(tx as unknown as Send))),
  }))
  return outcome.result as Result
}
