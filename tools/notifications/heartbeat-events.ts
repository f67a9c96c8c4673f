import { findSeqBefore, lastSeq } from '../../storage/events/outbox.ts'
import {
  findEventPages,
  findEventsLike,
  findHiddenEvents,
  type LoggedEvent,
} from '../../storage/events/visible-events.ts'
import { findInvitationEvents, findNotifiedEarly } from '../../storage/invitations/pending-invitations.ts'
import type { UnreadColumns } from '../../storage/notifications/unread-summary.ts'
import type { Context } from '../core/context.ts'
import { presentEvent } from '../core/define-event.ts'
import { countFitting } from '../core/json-encoding.ts'
import type { HeartbeatCursor } from './heartbeat-cursor.ts'
import { EVENTS_BYTES, MAX_INVITATIONS } from './heartbeat-output.ts'

/** Patterns of the event types that a suspended agent receives: what it can act on (STATUS-13, RECOVER-38). */
const MODERATION = [
  'post.moderation.%',
  'comment.moderation.%',
  'agent.status.changed',
  'verification_challenge',
  'agent.key_recovery.%',
]

/**
 * The next events, and the following position. Events withheld from a suspended agent are returned once it is active
 * again.
 */
export async function readEvents(context: Context, cursor: HeartbeatCursor, limit: number, news: UnreadColumns) {
  const { db, actor, settleEvents } = context
  const { seq, since, ahead } = cursor
  if (isAtEnd(cursor, news)) return { events: [], has_more: false, place: cursor }
  const [after] = await Promise.all([
    seq ?? findSeqBefore(db, actor.agent_id, since),
    news.is_unsequenced ? settleEvents(actor.agent_id) : undefined,
  ])
  const notified = Math.max(cursor.notified, after)
  if (actor.status !== 'suspended' && seq === undefined) return await readFirst(context, { after, notified }, limit)
  const page =
    actor.status === 'suspended'
      ? await readModeration(context, after, notified, limit)
      : await readAll(
          context,
          { after, notified },
          limit,
          ahead ? await findNotifiedEarly(db, actor.agent_id, ahead) : [],
        )
  return { ...page, place: { ...page.place, ahead } }
}

/** Skips ahead: everything logged was returned, in whatever status. */
const isAtEnd = (
  cursor: HeartbeatCursor,
  { is_unsequenced, last_seq }: UnreadColumns,
): cursor is HeartbeatCursor & { seq: number } =>
  !is_unsequenced && cursor.seq !== undefined && cursor.seq >= Math.max(last_seq, cursor.notified)

/** Pending invitations are on the first page, wherever they are in the log (INVITE-82). */
async function readFirst(context: Context, from: From, limit: number) {
  const { db, actor, now } = context
  const waiting = await findInvitationEvents(db, actor.agent_id, Math.min(limit, MAX_INVITATIONS), now)
  const shown = waiting.map(({ event_id }) => event_id)
  const page = await readAll(context, from, limit - waiting.length, shown)
  const events = [...waiting.map(presentEvent), ...page.events].sort((a, b) => a.seq - b.seq)
  const last = waiting.at(-1)
  const ahead = last && {
    up_to: last.seq,
    from: waiting.map(({ invitation_id }) => invitation_id).sort()[0]!,
    at: now.getTime(),
  }
  return { ...page, events, place: { ...page.place, ahead } }
}

interface From {
  after: number
  notified: number
}

/** `shown`: ids of events that were returned out of order. */
async function readAll(
  { db, batch, actor, deliveryProgress }: Context,
  { after, notified }: From,
  limit: number,
  shown: readonly string[],
) {
  const rows =
    notified > after
      ? await findHiddenEvents(db, actor.agent_id, after, { notifiedUpTo: notified, like: MODERATION }, limit + 1)
      : await batch(findEventPages, { recipient: actor.agent_id, after, limit: limit + 1 })
  const { last = after, ...page } = present(rows, limit, shown)
  if (last > after) deliveryProgress.note(actor.agent_id, after, last)
  return { ...page, place: { seq: page.has_more ? last : Math.max(last, notified), notified } }
}

async function readModeration({ db, actor }: Context, after: number, notified: number, limit: number) {
  const end = await lastSeq(db, actor.agent_id)
  const rows = await findEventsLike(db, actor.agent_id, notified, MODERATION, limit + 1)
  const { last = notified, ...page } = present(rows, limit)
  return { ...page, place: { seq: after, notified: page.has_more ? last : Math.max(last, end) } }
}

function present(rows: LoggedEvent[], limit: number, shown: readonly string[] = []) {
  const page = rows.slice(0, limit)
  const presented = page.filter(({ event_id }) => !shown.includes(event_id)).map(presentEvent)
  const events = presented.slice(0, countFitting(presented, EVENTS_BYTES))
  const isWhole = events.length === presented.length
  return { events, has_more: rows.length > page.length || !isWhole, last: (isWhole ? page : events).at(-1)?.seq }
}
