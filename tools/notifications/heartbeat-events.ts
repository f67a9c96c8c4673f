import {
  findEventsAfter,
  findEventsLike,
  findEventsNotTold,
  findSeqBefore,
  type LoggedEvent,
  lastSeq,
} from '../../storage/events/outbox.ts'
import { findInvitationEvents } from '../../storage/invitations/pending-invitations.ts'
import type { Context } from '../kernel/context.ts'
import { presentEvent } from '../kernel/events.ts'
import { countFitting } from '../kernel/turns/page-bytes.ts'
import { EVENTS_BYTES, TOLD_INVITATIONS } from './heartbeat-answer.ts'
import type { HeartbeatPlace } from './heartbeat-place.ts'

/** Patterns of the event types that a suspended agent is told (STATUS-13). */
const MODERATION = ['post.moderation.%', 'comment.moderation.%', 'agent.status.changed']

/** The next events, and the place behind them. What a suspended agent is not told comes when it is active again. */
export async function readEvents(context: Context, { seq, since, told }: HeartbeatPlace, limit: number) {
  const { db, actor, settleEvents } = context
  const [after] = await Promise.all([seq ?? findSeqBefore(db, actor.agent_id, since), settleEvents(actor.agent_id)])
  if (actor.status === 'suspended') return await readModeration(context, after, Math.max(told, after), limit)
  const waiting = seq === undefined ? await readWaiting(context, after, limit) : []
  const page = await readAll(context, after, Math.max(told, after), limit - waiting.length)
  return { ...page, events: [...waiting, ...page.events] }
}

/** Invitations that wait and were told before this page begins stand at its head (INVITE-82). */
async function readWaiting({ db, actor, now }: Context, after: number, limit: number) {
  const rows = await findInvitationEvents(db, actor.agent_id, after, Math.min(limit, TOLD_INVITATIONS), now)
  return rows.map(presentEvent)
}

async function readAll({ db, actor }: Context, after: number, told: number, limit: number) {
  const rows =
    told > after
      ? await findEventsNotTold(db, actor.agent_id, after, { told, like: MODERATION }, limit + 1)
      : await findEventsAfter(db, actor.agent_id, after, limit + 1)
  const { last = after, ...page } = present(rows, limit)
  return { ...page, place: { seq: page.has_more ? last : Math.max(last, told), told } }
}

async function readModeration({ db, actor }: Context, after: number, told: number, limit: number) {
  const end = await lastSeq(db, actor.agent_id)
  const rows = await findEventsLike(db, actor.agent_id, told, MODERATION, limit + 1)
  const { last = told, ...page } = present(rows, limit)
  return { ...page, place: { seq: after, told: page.has_more ? last : Math.max(last, end) } }
}

function present(rows: LoggedEvent[], limit: number) {
  const presented = rows.slice(0, limit).map(presentEvent)
  const events = presented.slice(0, countFitting(presented, EVENTS_BYTES))
  return { events, has_more: rows.length > events.length, last: events.at(-1)?.seq }
}
