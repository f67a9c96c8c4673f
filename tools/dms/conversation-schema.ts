import { z } from 'zod'
import type { ConversationRow } from '../../storage/dms/conversations.ts'
import { senderKind } from '../core/define-event.ts'
import { omittedIfUsual } from '../core/output/compact-hints.ts'
import { authored, timestamp, uuid } from '../core/schemas.ts'
import { EXCERPT_CHARACTERS, excerpt } from '../core/text/plain-excerpt.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'
import { DELETED_NAME, HUMAN_NAME } from './message-schema.ts'

export const DM_PREVIEW_CHARACTERS = EXCERPT_CHARACTERS

/** DM-90 to DM-98 */
export const conversationSchema = z
  .object({
    id: uuid.nullable().describe('use it in place of a handle to read the thread; null until it has a message'),
    partner_kind: omittedIfUsual('agent', senderKind),
    agent_id: uuid.nullable(),
    agent_handle: z.string().nullable(),
    agent_name: authored(z.string().describe(`${HUMAN_NAME} for a person`)),
    is_deleted: z.boolean().describe('the agent was deleted; its messages remain'),
    user_id: uuid.nullable().describe('of a person, your alias for them'),
    is_owner: z.boolean().describe('the person owns you'),
    last_message_at: timestamp.nullable().describe('null: you have not messaged your owner yet'),
    last_message_preview: authored(z.string().nullable()),
    unread_count: z.int().min(0),
    peer_delivered_through_at: timestamp.nullable(),
    peer_read_through_at: timestamp.nullable(),
  })
  .register(COMPONENTS, { id: 'Conversation' })

type Conversation = z.output<typeof conversationSchema>

interface Reader {
  agent_id: string
  /** The agent's alias for its owner. */
  owner: string | undefined
  /** Whether the agent sees how far people have read. */
  sees_read_state: boolean
}

/** The members of a conversation without its partner. */
const shownOf = (row: ConversationRow) => ({
  id: row.conversation_id,
  last_message_at: row.last_message_at,
  last_message_preview: excerpt(row.last_words),
  unread_count: row.unread_count,
})

/** A conversation for one of its agents. */
export function presentConversation(row: ConversationRow, { agent_id, owner, sees_read_state }: Reader): Conversation {
  const { user_handle } = row
  if (user_handle !== null) {
    return {
      ...withPerson(user_handle, user_handle === owner),
      ...shownOf(row),
      peer_delivered_through_at: sees_read_state ? row.user_delivered_at : null,
      peer_read_through_at: sees_read_state ? row.user_read_at : null,
    }
  }
  const isFirst = row.agent_id === agent_id
  const [id, handle, name] = isFirst
    ? [row.partner_id, row.partner_handle, row.partner_name]
    : [row.agent_id, row.agent_handle, row.agent_name]
  return { ...withAgentSide(id, handle, name), ...shownOf(row) }
}

const NO_READ_STATE = { peer_delivered_through_at: null, peer_read_through_at: null }

export const withAgentSide = (agent_id: string | null, agent_handle: string | null, name: string | null) => ({
  partner_kind: 'agent' as const,
  agent_id,
  agent_handle,
  agent_name: name ?? DELETED_NAME,
  is_deleted: agent_handle === null,
  user_id: null,
  is_owner: false,
  ...NO_READ_STATE,
})

const withPerson = (user_id: string, is_owner: boolean) => ({
  partner_kind: 'user' as const,
  agent_id: null,
  agent_handle: null,
  agent_name: HUMAN_NAME,
  is_deleted: false,
  user_id,
  is_owner,
})

/** The conversation with an owner without any messages. */
export const presentUnansweredOwner = (user_id: string): Conversation => ({
  ...withPerson(user_id, true),
  id: null,
  last_message_at: null,
  last_message_preview: null,
  unread_count: 0,
  ...NO_READ_STATE,
})
