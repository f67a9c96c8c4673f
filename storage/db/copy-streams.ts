import type { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { type DbAddress, type Queryable, queryable, translate } from './db.ts'
import { connect } from './driver.ts'

/** One transaction without a time limit that transfers rows by COPY. */
export interface CopyStreams extends Queryable {
  /** The output of a `copy ... to stdout`. */
  copyOut(statement: string): AsyncIterable<Buffer>
  /** Sends rows to a `copy ... from stdin`; resolves when they are in the table. */
  copyIn(statement: string, rows: AsyncIterable<Buffer>): Promise<void>
}

export interface CopyConnections {
  /** `mode` as for `begin`. */
  transaction<Result>(mode: string, body: (tx: CopyStreams) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** Runs one transaction on a connection of its own; `mode` as for `begin`, `first` is sent before it. */
export async function createCopyStreams<Result>(
  address: DbAddress,
  { name, mode = '', first }: { name: string; mode?: string; first?: (db: Queryable) => Promise<void> },
  body: (tx: CopyStreams) => Promise<Result>,
): Promise<Result> {
  const sql = connect(address, { name, max: 1, statementTimeoutMs: 0 })
  try {
    await first?.(queryable(async start => await start(sql as never)))
    return await begin(sql, mode, body)
  } catch (error) {
    throw toCopyError(error)
  } finally {
    await sql.end({ timeout: 0 })
  }
}

/** Opens up to `max` connections, each for one transaction at a time. */
export function openCopyConnections(address: DbAddress, { name, max }: { name: string; max: number }): CopyConnections {
  const sql = connect(address, { name, max, statementTimeoutMs: 0 })
  return {
    transaction: (mode, body) =>
      begin(sql, mode, body).catch((error: unknown) => {
        throw toCopyError(error)
      }),
    close: () => sql.end({ timeout: 0 }),
  }
}

async function begin<Result>(
  sql: ReturnType<typeof connect>,
  mode: string,
  body: (tx: CopyStreams) => Promise<Result>,
): Promise<Result> {
  const outcome = await sql.begin(mode, async tx => {
    const common = queryable(async start => await start(tx as never))
    await common.script(UNHURRIED)
    const copyOut = (statement: string) => receive(tx.unsafe(statement).readable())
    const copyIn = async (statement: string, rows: AsyncIterable<Buffer>) =>
      await send(common, await tx.unsafe(statement).writable(), rows)
    return { result: await body({ ...common, copyOut, copyIn }) }
  })
  return outcome.result as Result
}

/** Errors of files have the same codes as errors of sockets. */
const toCopyError = (error: unknown) => (error instanceof Error && 'path' in error ? error : translate(error))

/** Makes the text format independent of settings of the database, the role and the machine. */
const UNHURRIED = `set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0;
  set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex';
  set local extra_float_digits = 1`

async function* receive(opening: Promise<Readable>): AsyncGenerator<Buffer> {
  const stream = await opening
  yield* stream
  // The driver pauses its connection while a stream is full, and only reading from the stream resumes it: a stream that
  // ended meanwhile would block it.
  stream._read(0)
}

async function send(tx: Queryable, into: Writable, rows: AsyncIterable<Buffer>): Promise<void> {
  const ended = finished(into)
  // Awaited below: a failure while rows are sent must not be an unhandled rejection.
  ended.catch(() => {})
  try {
    for await (const piece of rows) await taken(into, piece)
  } catch (error) {
    into.destroy(error as Error)
    throw error
  }
  into.end()
  // The driver does not report a failure after the end of a stream; the next statement fails instead.
  await Promise.race([ended, tx.script('select 1')])
}

const taken = (into: Writable, piece: Buffer) =>
  new Promise<void>((resolve, reject) => into.write(piece, error => (error ? reject(error) : resolve())))
