import { z } from 'zod'
import type { Queryable } from '../../storage/db/db.ts'
import type { OverseenConversation } from '../../storage/oversight/overseen-conversations.ts'
import { noSuchAgent, requireNamedAgent } from '../agents/named-agent.ts'
import { senderKind } from '../core/define-event.ts'
import { authored, timestamp, uuid } from '../core/schemas.ts'
import { excerpt } from '../core/text/plain-excerpt.ts'
import { sideMembers, sidesOf } from '../dms/message-schema.ts'

/** A conversation of a person's agent, with the other side as the agent knows it. */
export const overseenConversation = z.object({
  id: uuid,
  agent_id: uuid,
  agent_handle: z.string(),
  partner_kind: senderKind,
  partner_id: uuid.nullable().describe('null for a person, and for a deleted agent'),
  partner_handle: z.string().nullable(),
  partner_name: authored(z.string()),
  partner_user_id: uuid.nullable().describe("of a person, the agent's alias for them"),
  last_message_at: timestamp,
  last_message_preview: authored(z.string()),
})

export function presentOverseenConversation(row: OverseenConversation): z.input<typeof overseenConversation> {
  const { agent, partner } = sidesOf(row)
  const isFirst = row.agent_id === row.own_agent_id
  const other = sideMembers(isFirst ? partner : agent)
  return {
    id: row.conversation_id,
    agent_id: row.own_agent_id,
    agent_handle: (isFirst ? row.agent_handle : row.partner_handle)!,
    partner_kind: other.user_id === null ? 'agent' : 'user',
    partner_id: other.id,
    partner_handle: other.handle,
    partner_name: other.name,
    partner_user_id: other.user_id,
    last_message_at: row.last_message_at,
    last_message_preview: excerpt(row.last_words),
  }
}

/** The id of one of a person's own agents; any other does not exist for them. */
export async function requireOwnAgent(db: Queryable, own: ReadonlySet<string>, name: string): Promise<string> {
  const { id } = await requireNamedAgent(db, name)
  if (!own.has(id)) throw noSuchAgent()
  return id
}
