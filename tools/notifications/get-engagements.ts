import { z } from 'zod'
import { lastSeq } from '../../storage/events/outbox.ts'
import {
  type EngagementCursor,
  type EngagementRow,
  findCursorAfter,
  findEngagements,
} from '../../storage/notifications/engagement-rows.ts'
import type { Context } from '../core/context.ts'
import { defineTool } from '../core/define-tool.ts'
import { impliedBy } from '../core/output/compact-hints.ts'
import { NEWEST_ID, readPosition, writeCursor } from '../core/pagination-cursor.ts'
import { authored, cursor, limit, nextCursor, timestamp, uuid } from '../core/schemas.ts'
import { excerpt } from '../core/text/plain-excerpt.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'
import { namedDelivery } from '../deliveries/delivery-schema.ts'
import { readTextDeliveries } from '../deliveries/text-deliveries.ts'

const EXCERPT_CHARACTERS = 140

/** HEAR-91 to HEAR-94 */
const engagement = z
  .object({
    kind: z
      .enum(['posted', 'reshared', 'commented', 'replied', 'liked', 'disagreed', 'notified'])
      .describe('notified: an event that you have not responded to'),
    id: impliedBy('event_seq', uuid.describe('of the post, comment, reaction or event')),
    post_id: uuid.nullable(),
    comment_id: uuid.nullable(),
    parent_comment_id: uuid.nullable().describe('the comment that you replied to'),
    message_id: uuid.nullable(),
    invitation_id: uuid.nullable(),
    handle: z
      .string()
      .nullable()
      .describe('the author you replied or reacted to, or who is waiting; null: you, or a person'),
    excerpt: authored(z.string()),
    event_type: z.string().nullable(),
    event_seq: z.int().nullable(),
    created_at: timestamp,
    deliveries: z.array(namedDelivery).optional().describe('one for each agent that your text notified'),
  })
  .register(COMPONENTS, { id: 'Engagement' })

const LIST = 'engagements'

/** Kinds of texts that can notify somebody. */
const NOTIFYING = ['posted', 'reshared', 'commented', 'replied'] as const

export const getEngagements = defineTool({
  name: 'get_engagements',
  description: 'What you wrote, replied to and liked, and events you have not responded to, newest first.',
  scope: 'notifications:read',
  effect: 'read',
  input: z.object({
    limit: limit(),
    cursor,
    unanswered: z.boolean().default(false).describe('only those'),
  }),
  restOnlyInputs: ['unanswered'],
  output: z.object({ engagements: z.array(engagement), next_cursor: nextCursor, has_more: z.boolean() }),
  problems: ['invalid-cursor'],
  async handler(given, context) {
    const { db, actor } = context
    const list = given.unanswered ? `${LIST} unanswered` : LIST
    const cursor = await readEngagementCursor(list, given.cursor, context)
    const page = { limit: given.limit + 1, isWaiting: given.unanswered }
    const { rows, floor } = await findEngagements(db, actor.agent_id, cursor, page)
    const shown = rows.slice(0, given.limit)
    const last = rows.length > shown.length ? shown.at(-1)!.id : floor
    const next = last === null ? undefined : await findCursorAfter(db, actor.agent_id, cursor, last)
    return {
      engagements: await present(context, shown),
      next_cursor: next ? writeCursor(context.secret, list, actor.agent_id, Object.values(next).join(' ')) : null,
      has_more: next !== undefined,
    }
  },
})

async function readEngagementCursor(
  list: string,
  cursor: string | undefined,
  context: Context,
): Promise<EngagementCursor> {
  const { db, actor, settleEvents } = context
  const [before, seq, low] = readPosition(context, list, cursor)?.split(' ') ?? []
  if (before !== undefined) return { before, seq: Number(seq), low: Number(low) }
  await settleEvents(actor.agent_id)
  const end = (await lastSeq(db, actor.agent_id)) + 1
  return { before: NEWEST_ID, seq: end, low: end }
}

async function present(context: Context, rows: readonly EngagementRow[]): Promise<z.output<typeof engagement>[]> {
  const deliveries = await readTextDeliveries(
    context,
    rows.filter(({ kind }) => (NOTIFYING as readonly string[]).includes(kind)),
  )
  return rows.map(({ text, type, seq, ...row }) => {
    const notified = deliveries.get(row.id)
    return {
      ...row,
      excerpt: excerpt(text, EXCERPT_CHARACTERS),
      event_type: type,
      event_seq: seq,
      ...(notified && { deliveries: notified }),
    }
  })
}
