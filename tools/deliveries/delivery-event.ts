import type { AgentActor, TransactionScope } from '../core/context.ts'
import { causedByAgent } from '../core/define-event.ts'
import type { SharedDelivery } from './delivery-schema.ts'

/** Ids in one event: the newest. */
export const REPORTED_MESSAGES = 20

interface ReportedDelivery {
  recipient: Pick<AgentActor, 'agent_id' | 'handle'>
  state: Exclude<SharedDelivery['state'], 'accepted'>
  /** Oldest first. */
  message_ids: string[]
  message_count: number
  handled_as: SharedDelivery['handled_as']
  note: string | null
}

/** Notifies the sender of what became of its messages to one recipient (DELIVER-40 to DELIVER-42). */
export function reportDelivery(
  emit: TransactionScope['emit'],
  sender: string,
  { recipient, ...data }: ReportedDelivery,
): void {
  const subject = { message_id: data.message_ids.at(-1) }
  emit(sender, 'message.delivery', {
    actor: causedByAgent(recipient),
    subject,
    excerpt: '',
    data: { recipient_handle: recipient.handle, ...data },
  })
}
