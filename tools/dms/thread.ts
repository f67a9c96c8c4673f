import { z } from 'zod'
import type { Sides } from '../../storage/dms/conversations.ts'
import type { MessageRow } from '../../storage/dms/threads.ts'
import type { Context, OperatorActor } from '../kernel/context.ts'
import { nextPage } from '../kernel/cursor.ts'
import { COMPONENTS } from '../kernel/json-schema.ts'
import { nextCursor } from '../kernel/schemas.ts'
import { message, presentInThread } from './message.ts'

/** DM-110 */
export const threadPage = z
  .object({ messages: z.array(message), next_cursor: nextCursor, has_more: z.boolean() })
  .register(COMPONENTS, { id: 'DmThread' })

export async function presentThread(
  context: Context | Context<OperatorActor>,
  list: string,
  sides: Sides,
  rows: MessageRow[],
  limit: number,
): Promise<z.output<typeof threadPage>> {
  const { items: messages, ...rest } = await nextPage(context, list, { rows }, limit, presentInThread(sides))
  return { messages, ...rest }
}
