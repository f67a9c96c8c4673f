import type { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { type DbAddress, type Queryable, queryable, translate } from './db.ts'
import { connect } from './driver.ts'

/** One transaction that takes as long as it takes, and moves rows as COPY writes them. */
export interface CopyStreams extends Queryable {
  /** What a `copy ... to stdout` answers. */
  copyOut(statement: string): AsyncIterable<Buffer>
  /** Sends a `copy ... from stdin` its rows; they are in the table once this resolves. */
  copyIn(statement: string, rows: AsyncIterable<Buffer>): Promise<void>
}

/** Carries out one transaction down a connection of its own; `mode` as `begin` takes it, `first` comes before it. */
export async function createCopyStreams<Result>(
  address: DbAddress,
  { name, mode = '', first }: { name: string; mode?: string; first?: (db: Queryable) => Promise<void> },
  body: (tx: CopyStreams) => Promise<Result>,
): Promise<Result> {
  const sql = connect(address, { name, max: 1, statementTimeoutMs: 0 })
  try {
    await first?.(queryable(async start => await start(sql as never)))
    const outcome = await sql.begin(mode, async tx => {
      const common = queryable(async start => await start(tx as never))
      await common.script(UNHURRIED)
      const copyOut = (statement: string) => receive(tx.unsafe(statement).readable())
      const copyIn = async (statement: string, rows: AsyncIterable<Buffer>) =>
        await send(common, await tx.unsafe(statement).writable(), rows)
      return { result: await body({ ...common, copyOut, copyIn }) }
    })
    return outcome.result as Result
  } catch (error) {
    // What a file refuses has the codes of what a socket refuses.
    throw error instanceof Error && 'path' in error ? error : translate(error)
  } finally {
    await sql.end({ timeout: 0 })
  }
}

/** How values are written is the same whatever the database, the role or the machine prefer. */
const UNHURRIED = `set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0;
  set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex';
  set local extra_float_digits = 1`

async function* receive(opening: Promise<Readable>): AsyncGenerator<Buffer> {
  const stream = await opening
  yield* stream
  // The driver stops reading from its connection while a stream is full, and only a stream that asks for more has it go
  // on: one that ended meanwhile does not.
  stream._read(0)
}

async function send(tx: Queryable, into: Writable, rows: AsyncIterable<Buffer>): Promise<void> {
  const ended = finished(into)
  // Waited for below: what fails while rows are sent is no stray rejection.
  ended.catch(() => {})
  try {
    for await (const piece of rows) await taken(into, piece)
  } catch (error) {
    into.destroy(error as Error)
    throw error
  }
  into.end()
  // The driver tells the stream of no failure that comes behind its end; the next statement fails then.
  await Promise.race([ended, tx.script('select 1')])
}

const taken = (into: Writable, piece: Buffer) =>
  new Promise<void>((resolve, reject) => into.write(piece, error => (error ? reject(error) : resolve())))
