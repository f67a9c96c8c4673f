import { z } from 'zod'
import type { ConversationSides } from '../../storage/dms/conversations.ts'
import type { MessageRow } from '../../storage/dms/message-threads.ts'
import { agentReference } from '../agents/agent-reference.ts'
import type { Context, OperatorActor, PersonActor } from '../core/context.ts'
import { nextPage } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor, uuid } from '../core/schemas.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'
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

export async function presentThread(
  context: Context | Context<OperatorActor | PersonActor>,
  list: string,
  sides: ConversationSides,
  rows: MessageRow[],
  limit: number,
): Promise<z.output<typeof threadPage>> {
  const { items: messages, ...rest } = await nextPage(context, list, { rows }, limit, presentInThread(sides))
  return { messages, ...rest }
}
