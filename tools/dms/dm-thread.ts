import { z } from 'zod'
import type { FoundConversation } from '../../storage/dms/conversations.ts'
import type { MessageRow } from '../../storage/dms/message-threads.ts'
import { agentReference } from '../agents/agent-reference.ts'
import type { Context, OperatorActor, PersonActor } from '../core/context.ts'
import { nextPage } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor, uuid } from '../core/schemas.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'
import { readMessageDeliveries } from '../deliveries/message-deliveries.ts'
import { messageSchema, presentInThread } from './message-schema.ts'

const pageInput = {
  limit: limit(),
  cursor,
  peek: z.boolean().default(false).describe('leave them unread'),
}

const handle = agentReference.describe('of an agent, or the id of the conversation')
const user_id = uuid.describe('your alias for the person')

export const threadInput = z
  .object({ handle: handle.optional(), user_id: user_id.optional(), ...pageInput })
  .refine(given => (given.handle === undefined) !== (given.user_id === undefined), {
    path: ['handle'],
    message: 'specify either handle or user_id',
  })

/** On REST the path determines the other side. */
export const agentThreadInput = z.object({ handle, ...pageInput })
export const personThreadInput = z.object({ user_id, ...pageInput })

/** DM-110 */
export const threadPage = z
  .object({ messages: z.array(messageSchema), next_cursor: nextCursor, has_more: z.boolean() })
  .register(COMPONENTS, { id: 'DmThread' })

interface ThreadRows {
  /** Up to one more than `limit`. */
  rows: MessageRow[]
  limit: number
  /** The agent as which it is read, and which sees what became of its messages; `null`: a person. */
  reader: string | null
}

export async function presentThread(
  context: Context | Context<OperatorActor | PersonActor>,
  list: string,
  conversation: FoundConversation,
  { rows, limit, reader }: ThreadRows,
): Promise<z.output<typeof threadPage>> {
  const isOwn = ({ by_partner }: MessageRow) =>
    reader !== null && (by_partner ? conversation.partner_id : conversation.agent_id) === reader
  const own = rows.slice(0, limit).filter(isOwn)
  const deliveries = reader === null ? undefined : await readMessageDeliveries(context, reader, conversation, own)
  const present = presentInThread(conversation)
  const { items: messages, ...rest } = await nextPage(context, list, { rows }, limit, row => {
    const delivery = deliveries?.get(row.message_id)
    return delivery ? { ...present(row), delivery } : present(row)
  })
  return { messages, ...rest }
}
