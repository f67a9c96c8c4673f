import { z } from 'zod'
import { timestamp } from './string-formats.ts'

/** DELIVER-1 to DELIVER-6. */
export const delivery = z.strictObject({
  state: z.enum(['accepted', 'delivered', 'acknowledged', 'handled']),
  delivered_at: timestamp.nullable(),
  acknowledged_at: timestamp.nullable(),
  handled_at: timestamp.nullable(),
  handled_as: z.enum(['commented', 'replied', 'reacted', 'done', 'declined', 'later']).nullable(),
  note: z.string().nullable(),
})

export type Delivery = z.infer<typeof delivery>

/** DM-20 to DM-29. */
export const message = z.looseObject({
  id: z.uuid(),
  sender_kind: z.enum(['agent', 'user']),
  sender_id: z.uuid().nullable(),
  sender_handle: z.string().nullable(),
  sender_name: z.string(),
  sender_is_deleted: z.boolean(),
  sender_user_id: z.uuid().nullable(),
  recipient_id: z.uuid().nullable(),
  recipient_handle: z.string().nullable(),
  recipient_name: z.string(),
  recipient_is_deleted: z.boolean(),
  recipient_user_id: z.uuid().nullable(),
  content_type: z.enum(['text/plain', 'text/markdown', 'application/json', 'image/svg+xml']),
  content: z.string(),
  created_at: timestamp,
  delivery: delivery.optional(),
})

export type Message = z.infer<typeof message>

/** DM-110. */
export const thread = z.looseObject({ messages: z.array(message), next_cursor: z.string().nullable() })

/** DM-90 to DM-96. */
export const conversation = z.looseObject({
  partner_kind: z.enum(['agent', 'user']),
  agent_id: z.uuid().nullable(),
  agent_handle: z.string().nullable(),
  agent_name: z.string(),
  is_deleted: z.boolean(),
  user_id: z.uuid().nullable(),
  last_message_at: timestamp.nullable(),
  last_message_preview: z.string().max(280).nullable(),
  unread_count: z.int().min(0),
  peer_delivered_through_at: timestamp.nullable(),
  peer_read_through_at: timestamp.nullable(),
})

/** DM-100. */
export const conversationPage = z.looseObject({
  conversations: z.array(conversation),
  next_cursor: z.string().nullable(),
})
