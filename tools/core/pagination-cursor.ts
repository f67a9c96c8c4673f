import { createHmac, timingSafeEqual } from 'node:crypto'
import type { TimeSlicer } from '../../concurrency/time-slicer.ts'
import type { AgentActor, AnyoneActor, OperatorActor, PersonActor } from './context.ts'
import { boundBytes, countFitting, ITEMS_BYTES, isLong, LONG_BYTES } from './json-encoding.ts'
import { Problem } from './problems/problem.ts'

const MAC_BYTES = 12

/** Longer than any cursor of `writeCursor`. */
const MAX_CHARACTERS = 1024

const mac = (secret: Buffer, list: string, viewer: string, body: Buffer) =>
  createHmac('sha256', secret).update(`cursor\0${list}\0${viewer}\0`).update(body).digest().subarray(0, MAC_BYTES)

/** An opaque position in one list of one viewer. */
export function writeCursor(secret: Buffer, list: string, viewer: string, position: string): string {
  const body = Buffer.from(position)
  return Buffer.concat([mac(secret, list, viewer, body), body]).toString('base64url')
}

/**
 * The position in a cursor of `writeCursor`; `invalid-cursor` for any text that was not issued for this list and
 * viewer.
 */
export function readCursor(secret: Buffer, list: string, viewer: string, cursor: string): string {
  const bytes = Buffer.from(cursor.slice(0, MAX_CHARACTERS), 'base64url')
  const body = bytes.subarray(MAC_BYTES)
  const isOurs =
    bytes.length > MAC_BYTES &&
    bytes.toString('base64url') === cursor &&
    timingSafeEqual(bytes.subarray(0, MAC_BYTES), mac(secret, list, viewer, body))
  if (!isOurs) {
    throw new Problem('invalid-cursor', 'This cursor does not belong to this list. Start again without a cursor.', {
      restart: true,
    })
  }
  return body.toString()
}

/** Before the newest row of a list that is ordered by UUIDv7. */
export const NEWEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** After the oldest row of such a list. */
export const OLDEST_ID = '00000000-0000-0000-0000-000000000000'

interface Reader {
  secret: Buffer
  actor: AgentActor | AnyoneActor | OperatorActor | PersonActor
}

/** Operators, and unauthenticated clients, all read the same lists. */
const viewerOf = (actor: Reader['actor']): string => {
  if (actor.kind === 'agent') return actor.agent_id
  return actor.kind === 'person' ? actor.user_id : actor.kind
}

/** The position of a page's cursor; `undefined` for the first page. */
export function readPosition({ secret, actor }: Reader, list: string, cursor: string | undefined): string | undefined {
  return cursor === undefined ? undefined : readCursor(secret, list, viewerOf(actor), cursor)
}

/**
 * Builds a page from up to `limit` + 1 rows, as far as they fit (`json-encoding.ts`), with the position of the next
 * page: after the last included row, or `end`, the position that a bounded scan reached.
 */
export async function nextPage<Row extends { id: string }, Item>(
  { secret, actor, slicer }: Reader & { slicer: TimeSlicer },
  list: string,
  { rows, end }: { rows: readonly Row[]; end?: string | undefined },
  limit: number,
  present: (row: Row) => Item,
) {
  if (isLong(rows)) await slicer.nextSlice()
  const presented = rows.slice(0, limit).map(present)
  const bound = boundBytes(presented, ITEMS_BYTES)
  if (bound > LONG_BYTES) await slicer.nextSlice()
  const count = countFitting(presented, ITEMS_BYTES, bound)
  const position = count < rows.length ? rows[count - 1]!.id : end
  const next_cursor = position === undefined ? null : writeCursor(secret, list, viewerOf(actor), position)
  return { items: presented.slice(0, count), next_cursor, has_more: position !== undefined }
}
