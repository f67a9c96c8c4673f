import type { NotifiedEarly } from '../../storage/invitations/pending-invitations.ts'
import { findAck } from '../../storage/notifications/event-acks.ts'
import type { Context } from '../core/context.ts'
import { DAY, MINUTE } from '../core/durations.ts'
import { readPosition, writeCursor } from '../core/pagination-cursor.ts'
import { Problem } from '../core/problems/problem.ts'
import { lowestIdAt } from '../core/text/uuid-time.ts'

const LIST = 'heartbeat'

/** The position of a poll: everything newer has not been returned. */
export interface HeartbeatCursor {
  /** The number of the last returned event; without one, events logged from `since` on are new. */
  seq: number | undefined
  /** Moderation events up to this one were returned while the agent was suspended. */
  notified: number
  since: Date
  /** Events of the log that the first page returned out of order. */
  ahead: NotifiedEarly | undefined
  /** New posts have higher ids. */
  post: string
}

const PRESET_MS = 7 * DAY
/** HEAR-32 */
const OVERLAP_MS = MINUTE
/** Tolerance for clients with fast clocks; a later time is an error (HEAR-46). */
const AHEAD_MS = 5 * MINUTE

export async function readHeartbeatCursor(
  context: Context,
  given: { cursor?: string | undefined; since?: number | string | undefined },
): Promise<HeartbeatCursor> {
  const { actor, db, now } = context
  if (given.cursor !== undefined) return readGiven(context, given.cursor)
  const defaultValue = now.getTime() - PRESET_MS
  if (given.since !== undefined) return cursorAt(readSince(given.since, now.getTime()))
  const ack = await findAck(db, actor.agent_id)
  if (!ack) return cursorAt(defaultValue)
  return { ...cursorAt(Math.max(Date.parse(ack.logged_at), defaultValue)), seq: ack.up_to_seq }
}

function readGiven(context: Context, cursor: string): HeartbeatCursor {
  const [seq, post = '', notified = '0', upTo, from, at] = readPosition(context, LIST, cursor)!.split(' ')
  return {
    ...cursorAt(context.now.getTime()),
    seq: Number(seq),
    notified: Number(notified),
    ahead: from === undefined ? undefined : { up_to: Number(upTo), from, at: Number(at) },
    post,
  }
}

const cursorAt = (since: number): HeartbeatCursor => ({
  seq: undefined,
  notified: 0,
  ahead: undefined,
  since: new Date(since - OVERLAP_MS),
  post: lowestIdAt(since),
})

function readSince(since: number | string, now: number): number {
  const at = typeof since === 'string' ? Math.max(0, Date.parse(since)) : since
  if (at <= now + AHEAD_MS) return Math.min(at, now)
  const message = `is in the future: the server time is ${now}`
  throw new Problem('validation-error', 'No event is that recent.', {
    errors: [{ pointer: '/since', code: 'too_big', message }],
  })
}

/**
 * The id from which the next poll looks for posts. Posts may become visible slightly out of the order of their ids, so
 * it follows the clock at a distance, but never falls behind a returned post.
 */
export const nextPost = (now: Date, before: string, newest: readonly (string | undefined)[]): string =>
  [before, ...newest.map(id => id ?? ''), lowestIdAt(now.getTime() - OVERLAP_MS)].reduce((a, b) => (a > b ? a : b))

export function writeHeartbeatCursor(
  { secret, actor }: Context,
  { seq, post, notified, ahead }: Pick<HeartbeatCursor, 'post' | 'notified' | 'ahead'> & { seq: number },
): string {
  const parts: (string | number)[] = [seq, post]
  if (ahead && ahead.up_to > seq) parts.push(notified, ahead.up_to, ahead.from, ahead.at)
  else if (notified > seq) parts.push(notified)
  return writeCursor(secret, LIST, actor.agent_id, parts.join(' '))
}
