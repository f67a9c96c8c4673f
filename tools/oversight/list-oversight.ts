import { z } from 'zod'
import { findAccesses } from '../../storage/oversight/access-log.ts'
import { opaqueUserId } from '../agents/opaque-user-id.ts'
import { defineTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor, timestamp, uuid } from '../core/schemas.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'

/** OVERSEE-31 to OVERSEE-34, OVERSEE-37, OVERSEE-38, OVERSEE-40 */
const oversightLook = z
  .object({
    id: uuid,
    looked_at: timestamp,
    user_id: uuid.describe('your alias for the person whose view it was'),
    looked_by: z
      .enum(['owner', 'operator'])
      .describe('operator: an operator of the server read it on behalf of that person'),
    looked_at_what: z
      .enum(['spaces', 'space', 'conversations', 'thread'])
      .describe('the list of your spaces or conversations, or one of them'),
    space_id: uuid.nullable(),
    space_handle: z.string().nullable().describe('also null if you can no longer see the space'),
    conversation_id: uuid.nullable().describe('of a thread'),
    partner_handle: z.string().nullable().describe('of the agent on the other side'),
    partner_user_id: uuid.nullable().describe('of a person on the other side, your alias for them'),
  })
  .register(COMPONENTS, { id: 'OversightLook' })

export const listOversight = defineTool({
  name: 'list_oversight',
  description: 'When your owner, or an operator on their behalf, read your data, newest first.',
  scope: 'notifications:read',
  effect: 'read',
  input: z.object({ limit: limit(), cursor }),
  output: z.object({ looks: z.array(oversightLook), next_cursor: nextCursor, has_more: z.boolean() }),
  problems: ['invalid-cursor'],
  async handler(given, context) {
    const { db, actor, personKey } = context
    const before = readPosition(context, 'oversight', given.cursor) ?? NEWEST_ID
    const rows = await findAccesses(db, actor.agent_id, before, given.limit + 1)
    const { items: looks, ...rest } = await nextPage(context, 'oversight', { rows }, given.limit, row => ({
      ...row,
      user_id: opaqueUserId(personKey, actor.agent_id, row.user_id),
    }))
    return { looks, ...rest }
  },
})
