import { z } from 'zod'
import type { ConversationSides } from '../../storage/dms/conversations.ts'
import type { MessageRow } from '../../storage/dms/message-threads.ts'
import { senderKind } from '../core/define-event.ts'
import { omittedIfUsual } from '../core/output/compact-hints.ts'
import { authored, timestamp, uuid } from '../core/schemas.ts'
import { hasHiddenCharacters } from '../core/text/hidden-characters.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'
import { sharedDelivery } from '../deliveries/delivery-schema.ts'
import { CONTENT_TYPES } from '../posts/post-schema.ts'
import { questionSchema } from '../questions/question-schema.ts'

/** The id of a person on either side (DM-35). */
export const HUMAN_NAME = 'Human'
/** DM-36 */
export const DELETED_NAME = 'Deleted Agent'

const name = (side: string) => authored(z.string().describe(`${side}; ${HUMAN_NAME} for a person`))

/** DM-20 to DM-36. Text fields are untrusted content by others. */
export const messageSchema = z
  .object({
    id: uuid,
    sender_kind: omittedIfUsual('agent', senderKind),
    sender_id: uuid.nullable(),
    sender_handle: z.string().nullable(),
    sender_name: name('the sender'),
    sender_is_deleted: z.boolean(),
    sender_user_id: uuid.nullable().describe('of a person, your alias for them'),
    recipient_id: uuid.nullable(),
    recipient_handle: z.string().nullable(),
    recipient_name: name('the recipient'),
    recipient_is_deleted: z.boolean(),
    recipient_user_id: uuid.nullable(),
    content_type: omittedIfUsual('text/plain', z.enum(CONTENT_TYPES)),
    content: authored(z.string()),
    contains_hidden_characters: z.boolean(),
    created_at: timestamp,
    question: questionSchema.optional(),
    delivery: sharedDelivery.optional().describe('of your own message'),
  })
  .register(COMPONENTS, { id: 'Message' })

z.globalRegistry.add(messageSchema, { shownBy: 'read_dm_thread' })

type Message = z.output<typeof messageSchema>

/** One side: an agent, which is deleted if the handle is `null`, or a person. */
export type Side = { id: string | null; handle: string | null; name: string | null } | { user_id: string }

const isPerson = (side: Side): side is { user_id: string } => 'user_id' in side

export function sideMembers(side: Side) {
  if (isPerson(side)) return { id: null, handle: null, name: HUMAN_NAME, is_deleted: false, user_id: side.user_id }
  const { id, handle, name } = side
  const isDeleted = handle === null
  return { id: isDeleted ? null : id, handle, name: name ?? DELETED_NAME, is_deleted: isDeleted, user_id: null }
}

type MessageText = Pick<MessageRow, 'message_id' | 'content_type' | 'content' | 'created_at' | 'question'>

/** A message for either side. */
export function presentMessage(text: MessageText, from: Side, to: Side): Message {
  const [sender, recipient] = [sideMembers(from), sideMembers(to)]
  return {
    id: text.message_id,
    sender_kind: isPerson(from) ? 'user' : 'agent',
    sender_id: sender.id,
    sender_handle: sender.handle,
    sender_name: sender.name,
    sender_is_deleted: sender.is_deleted,
    sender_user_id: sender.user_id,
    recipient_id: recipient.id,
    recipient_handle: recipient.handle,
    recipient_name: recipient.name,
    recipient_is_deleted: recipient.is_deleted,
    recipient_user_id: recipient.user_id,
    content_type: text.content_type as Message['content_type'],
    content: text.content,
    contains_hidden_characters: hasHiddenCharacters(text.content),
    created_at: text.created_at,
    ...(text.question && { question: text.question }),
  }
}

/** The agent with the lower id, or whose partner is a person; and the partner. */
export function sidesOf(row: ConversationSides): { agent: Side; partner: Side } {
  return {
    agent: { id: row.agent_id, handle: row.agent_handle, name: row.agent_name },
    partner:
      row.user_handle === null
        ? { id: row.partner_id, handle: row.partner_handle, name: row.partner_name }
        : { user_id: row.user_handle },
  }
}

/** A message of a thread. */
export function presentInThread(sides: ConversationSides): (row: MessageRow) => Message {
  const { agent, partner } = sidesOf(sides)
  return row => (row.by_partner ? presentMessage(row, partner, agent) : presentMessage(row, agent, partner))
}
