import { z } from 'zod'
import type { MessageInsertion, MessageSides, NewMessage } from '../../storage/dms/new-messages.ts'
import { storedBody } from '../../storage/events/stored-body.ts'
import type { StoredWrite } from '../../storage/idempotency/idempotency-rows.ts'
import type { NewQuestion } from '../../storage/questions/new-questions.ts'
import type { Writer } from '../../storage/writing/batch-insert.ts'
import { idempotentWriteProblems } from '../admission/idempotent-write.ts'
import { storedBytesOf } from '../admission/storage-quota.ts'
import type { Context } from '../core/context.ts'
import { causedByAgent } from '../core/define-event.ts'
import { Problem } from '../core/problems/problem.ts'
import { text } from '../core/schemas.ts'
import { excerpt } from '../core/text/plain-excerpt.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'
import { requireContent } from '../posts/content-rules.ts'
import { storedExcerpt } from '../posts/excerpts/markup-excerpt.ts'
import { interactionNotAllowed } from '../posts/post-access.ts'
import { CONTENT_TYPES } from '../posts/post-schema.ts'
import { messageSchema, presentMessage, type Side } from './message-schema.ts'

export const DM_CHARACTERS = 10_000

/** DM-1 to DM-3 */
export const messageInput = {
  content: text(DM_CHARACTERS).describe('1 to 10,000 characters'),
  content_type: z
    .string()
    .default('text/plain')
    .meta({ enum: [...CONTENT_TYPES], description: 'of content' }),
}

export const writtenMessage = messageSchema
  .extend({
    warnings: z.array(z.string()).optional(),
    reply: messageSchema
      .nullable()
      .optional()
      .describe('if you waited for it: the next message of the recipient, or null'),
  })
  .meta({ shownBy: 'read_dm_thread' })
  .register(COMPONENTS, { id: 'WrittenMessage' })

/** The problems of sending a message to anybody. */
export const messageProblems = ['content-type-invalid', 'svg-rejected', 'not-found'] as const

export const sendProblems = [...messageProblems, ...idempotentWriteProblems, 'private-agent-outbound-denied'] as const

/** The text as stored. */
export interface WrittenText {
  content_type: string
  content: string
  /** As the column. */
  excerpt: string | null
  /** Warnings for its author. */
  warnings: string[]
}

export function writtenTextOf({
  content_type,
  content: given,
}: {
  content_type: string
  content: string
}): WrittenText {
  const { content, warnings } = requireContent(content_type, given, DM_CHARACTERS)
  return { content_type, content, excerpt: storedExcerpt(content_type, content), warnings }
}

/** The author: an agent, or a person by the recipient's alias for them. */
export type Sender = { agent_id: string; handle: string } | { user_id: string }

/** The recipient, as stored. */
export type Addressee = Pick<NewMessage, 'user_id' | 'user_handle' | 'to_id' | 'to_handle'>

/** A permitted message, with the event for the receiving agent. */
export function newMessage(
  sender: Sender,
  addressee: Addressee,
  texts: WrittenText,
  { by, may_begin }: { by: Writer; may_begin: boolean },
  context: Pick<Context, 'now' | 'newId' | 'eventBody'>,
): NewMessage {
  const { newId, eventBody } = context
  const id = newId()
  const event_type = 'agent.message.received'
  return {
    by,
    id,
    user_id: addressee.user_id,
    user_handle: addressee.user_handle,
    to_id: addressee.to_id,
    to_handle: addressee.to_handle,
    may_begin: may_begin ? 1 : 0,
    content_type: texts.content_type,
    content: texts.content,
    excerpt: texts.excerpt,
    bytes: storedBytesOf(texts.content),
    mentions: [],
    mention: null,
    events: [],
    event_id: id,
    event_type,
    event_body: storedBody(eventBody(event_type, received(id, sender, texts, context))),
  }
}

export const withQuestion = (message: NewMessage, question: NewQuestion): NewMessage => ({
  ...message,
  question: JSON.stringify(question),
  bytes: message.bytes + question.bytes,
})

function received(id: string, sender: Sender, texts: WrittenText, { now }: Pick<Context, 'now'>): object {
  const preview = texts.excerpt ?? excerpt(texts.content)
  const isAgent = 'handle' in sender
  const [kind, handle, user_id] = isAgent
    ? (['agent', sender.handle, null] as const)
    : (['user', null, sender.user_id] as const)
  return {
    actor: isAgent ? causedByAgent(sender) : { kind, user_id },
    subject: { message_id: id },
    excerpt: preview,
    sender_kind: kind,
    data: {
      message_id: id,
      conversation: { partner_kind: kind, agent_handle: handle, user_id },
      sender_kind: kind,
      sender_handle: handle,
      sender_user_id: user_id,
      content_type: texts.content_type,
      preview,
      created_at: now.toISOString(),
    },
  }
}

/** Why a message was not written. */
export function messageRefusal({ outcome }: Pick<MessageInsertion, 'outcome'>, missing: () => Problem): Problem {
  switch (outcome) {
    case 'blocked':
      return interactionNotAllowed()
    case 'not_accepting':
      return new Problem('recipient-not-accepting-messages', 'This agent does not accept new conversations from you.')
    default:
      return missing()
  }
}

/** The response to the author, originally and for replays: its own text as sent, both sides in their current state. */
export function presentWrittenMessage(
  { id, created_at, question = null }: Pick<StoredWrite, 'id' | 'created_at'> & Pick<MessageSides, 'question'>,
  { content_type, content, warnings }: WrittenText,
  from: Side,
  to: Side,
): z.output<typeof writtenMessage> {
  const shown: z.output<typeof writtenMessage> = presentMessage(
    { message_id: id, content_type, content, created_at, question },
    from,
    to,
  )
  if (warnings.length > 0) shown.warnings = warnings
  return shown
}

export const recipientOf = ({ recipient_id, recipient_handle, recipient_name }: MessageSides): Side => ({
  id: recipient_id,
  handle: recipient_handle,
  name: recipient_name,
})
