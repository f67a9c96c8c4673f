import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { questionOf, type ShownQuestion } from '../questions/question-rows.ts'
import type { MessageSides } from './new-messages.ts'

export interface MessageRow {
  /** The position in the thread. */
  id: string
  message_id: string
  by_partner: boolean
  content_type: string
  content: string
  created_at: string
  question: ShownQuestion | null
}

interface Page {
  /** The agent as which it is read; `null`: a person. */
  viewer: string | null
  conversation_id: string
  /** A position; without it, the first page. */
  before: string | undefined
  limit: number
}

/** Greater than any position. */
const NEWEST = 2_147_483_647

const selectPage = ({ conversation_id, before, limit }: Page): SQLStatement => SQL`
  select m.seq, m.seq::text as id, m.id as message_id, m.by_partner, m.content_type, m.content, m.created_at
  from message m
  where m.conversation_id = ${conversation_id} and m.seq < ${before ?? NEWEST}::int order by m.seq desc limit ${limit}`

const selectVisible = ({ viewer }: Page): SQLStatement =>
  SQL`
  select id, message_id, by_partner, content_type, content, created_at, `
    .append(`${questionOf('page.message_id', 'r.viewer')} as question from page `)
    .append(SQL`cross join (select ${viewer}::uuid as viewer) r order by seq desc`)

/** Messages of a conversation that the reader is known to be part of, newest first. */
export function findMessageThread(db: Queryable, page: Page): Promise<MessageRow[]> {
  return db.many<MessageRow>(
    SQL`with page as materialized (`.append(selectPage(page)).append(')').append(selectVisible(page)),
  )
}

/** Maximum messages that one statement marks as read. */
export const READ_THROUGH_COLUMN = 1_000

/**
 * Like `findMessageThread`, and in the same snapshot marks messages to the agent, in any of its conversations, up to
 * the newest of the page as read: a message that is committed meanwhile stays unread. If more are unread than one
 * statement marks, it records the position, and `markReadMessages` does the rest.
 */
export function findAndReadThread(db: Queryable, viewer: string, page: Page): Promise<MessageRow[]> {
  return db.many<MessageRow>(
    SQL`with page as materialized (`
      .append(selectPage(page))
      .append(SQL`), newest as materialized (
        select message_id from page order by message_id desc limit 1
      ), slice as materialized (
        select u.id from newest cross join lateral (
          select m.id from message m where m.unread_by = ${viewer} and m.id <= newest.message_id
          limit ${READ_THROUGH_COLUMN} for no key update skip locked) u
      ), seen as (
        update message m set unread_by = null where m.id = any(array(select id from slice))
      ), noted as (
        insert into message_read_through as r (agent_id, read_through)
        select ${viewer}::uuid, message_id from newest where (select count(*) from slice) = ${READ_THROUGH_COLUMN}
        on conflict (agent_id) do update set read_through = greatest(r.read_through, excluded.read_through)
      ) `)
      .append(selectVisible(page)),
  )
}

export interface SentMessageRow {
  message_id: string
  conversation_id: string
  created_at: string
}

/** A message that the agent sent, in a conversation that it still sees. */
export function findSentMessage(
  db: Queryable,
  agentId: string,
  messageId: string,
): Promise<SentMessageRow | undefined> {
  return db.maybeOne<SentMessageRow>(SQL`
    select m.id as message_id, m.conversation_id, m.created_at from message m
    cross join lateral (
      select v.agent_id from conversations_visible_to(${agentId}) v where v.id = m.conversation_id limit 1) c
    where m.id = ${messageId} and m.by_partner = (c.agent_id is distinct from ${agentId})`)
}

/** Marks the agent's messages as read by the person until then. */
export async function advancePersonRead(db: Queryable, conversationId: string, until: string): Promise<void> {
  await db.many(SQL`
    update conversation set user_delivered_at = greatest(user_delivered_at, ${until}::timestamptz),
      user_read_at = greatest(user_read_at, ${until}::timestamptz)
    where id = ${conversationId}`)
}

/** Marks the agents' messages in these conversations as delivered to the person. */
export async function deliverToPerson(db: Queryable, conversationIds: readonly string[]): Promise<void> {
  await db.many(SQL`
    with held as materialized (
      select c.id from conversation c where c.id = any(${conversationIds}::uuid[])
      order by c.agent_id, coalesce(c.partner_id, c.user_id) for no key update
    )
    update conversation c set user_delivered_at = greatest(c.user_delivered_at, (
      select m.created_at from message m where m.conversation_id = c.id and not m.by_partner order by m.seq desc limit 1))
    from held h where c.id = h.id`)
}

/** The current state of the other side of a sent message; `null` if it is gone. */
export function findSentState(db: Queryable, agentId: string, messageId: string): Promise<MessageSides> {
  return db.one<MessageSides>(
    SQL`
    select a.name as sender_name, p.id as recipient_id, p.handle as recipient_handle, p.name as recipient_name, `
      .append(`${questionOf('m.id', 'a.id')} as question`)
      .append(SQL`
    from agent a
    left join message m on m.id = ${messageId}
    left join lateral (
      select v.* from conversations_visible_to(a.id) v where v.id = m.conversation_id limit 1) c on true
    left join lateral (
      select g.id, g.handle, g.name from agent g
      where g.id = case when c.agent_id = a.id then c.partner_id else c.agent_id end limit 1) p on true
    where a.id = ${agentId}`),
  )
}
