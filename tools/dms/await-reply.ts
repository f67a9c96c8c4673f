import { z } from 'zod'
import { findConversationWith } from '../../storage/dms/conversations.ts'
import { findMessageThread } from '../../storage/dms/message-threads.ts'
import { lastSeq } from '../../storage/events/outbox.ts'
import type { Context } from '../core/context.ts'
import { SECOND } from '../core/durations.ts'
import { type messageSchema, presentInThread } from './message-schema.ts'

const SECONDS = 50

export const replyWaitSeconds = z.int().min(0).max(SECONDS).default(0).describe(`0 to ${SECONDS}, for a reply`)

type Message = z.output<typeof messageSchema>

/** Newer messages in which the reply is looked for; of more, the oldest is taken. */
const LOOKED_THROUGH = 50

type WaitingContext = Pick<Context, 'db' | 'actor' | 'yieldSlot' | 'changes' | 'reportProgress'>

/**
 * Waits until the recipient wrote after that message, or the time is over (DM-130 to DM-133). Returns immediately if it
 * did, or if too many calls wait. Nothing is marked as read.
 */
export async function awaitReply(
  context: WaitingContext,
  { id, recipient_id }: Pick<Message, 'id' | 'recipient_id'>,
  seconds: number,
): Promise<Message | null> {
  const { db, actor, yieldSlot, changes, reportProgress } = context
  if (recipient_id === null) return null
  // Read before the thread: a later reply is a later event.
  const after = await lastSeq(db, actor.agent_id)
  const early = await findReply(context, id, recipient_id)
  if (early || !yieldSlot) return early
  reportProgress?.('waiting for a reply')
  const isIt = ({ type, body }: { type: string; body: object }) =>
    type === 'agent.message.received' && (body as { actor?: { agent_id?: string } }).actor?.agent_id === recipient_id
  const awaited = { recipient: actor.agent_id, after, isIt, ms: seconds * SECOND }
  const hasCome = await yieldSlot(onDisconnect => changes.next({ ...awaited, onDisconnect }))
  return hasCome ? await findReply(context, id, recipient_id) : null
}

async function findReply(
  { db, actor }: WaitingContext,
  messageId: string,
  recipientId: string,
): Promise<Message | null> {
  const conversation = await findConversationWith(db, actor.agent_id, recipientId)
  if (!conversation) return null
  const page = { viewer: actor.agent_id, conversation_id: conversation.id, before: undefined, limit: LOOKED_THROUGH }
  const rows = await findMessageThread(db, page)
  const sent = rows.findIndex(({ message_id }) => message_id === messageId)
  const later = (sent === -1 ? rows : rows.slice(0, sent)).map(presentInThread(conversation))
  return later.findLast(({ sender_id }) => sender_id === recipientId) ?? null
}
