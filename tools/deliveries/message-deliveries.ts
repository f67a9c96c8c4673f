import { findSharedDeliveries } from '../../storage/deliveries/shared-deliveries.ts'
import type { FoundConversation } from '../../storage/dms/conversations.ts'
import { RETENTION } from '../../storage/jobs/retention-periods.ts'
import type { Context, OperatorActor, PersonActor } from '../core/context.ts'
import { ACCEPTED, presentSharedDelivery, type SharedDelivery } from './delivery-schema.ts'

interface SentMessage {
  message_id: string
  created_at: string
}

type Reader = Pick<Context | Context<OperatorActor | PersonActor>, 'db' | 'now' | 'settings'>

/**
 * What became of messages that an agent sent in a conversation, by their ids. Those whose events are no longer stored
 * have none (DELIVER-8).
 */
export async function readMessageDeliveries(
  { db, now, settings }: Reader,
  senderId: string,
  conversation: FoundConversation,
  sent: readonly SentMessage[],
): Promise<Map<string, SharedDelivery>> {
  const oldest = now.getTime() - RETENTION.events.ms
  const known = sent.filter(({ created_at }) => Date.parse(created_at) >= oldest)
  const found = new Map<string, SharedDelivery>(known.map(({ message_id }) => [message_id, ACCEPTED]))
  if (known.length === 0) return found
  if (conversation.user_handle !== null) {
    if ((await settings())['dms.read_state_visible'])
      for (const message of known) found.set(message.message_id, toPerson(message, conversation))
    return found
  }
  const ids = known.map(({ message_id }) => message_id)
  const since = Math.min(...known.map(({ created_at }) => Date.parse(created_at)))
  for (const row of await findSharedDeliveries(db, senderId, ids, since, id => [id]))
    found.set(row.text_id, presentSharedDelivery(row))
  return found
}

/** Of people it is known how far they have read, not when (DELIVER-25). */
function toPerson(
  { created_at }: SentMessage,
  { user_delivered_at, user_read_at }: Pick<FoundConversation, 'user_delivered_at' | 'user_read_at'>,
): SharedDelivery {
  const isBy = (through: string | null) => through !== null && Date.parse(created_at) <= Date.parse(through)
  if (isBy(user_read_at)) return { ...ACCEPTED, state: 'acknowledged' }
  return isBy(user_delivered_at) ? { ...ACCEPTED, state: 'delivered' } : ACCEPTED
}
