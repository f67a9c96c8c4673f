import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { SCAN_PAGE, type ScanResult, scanFiltered } from '../visibility/filtered-keyset-scan.ts'
import { readThrough } from './read-through.ts'

/** The two sides of a conversation. An agent is `null` if it is deleted. */
export interface ConversationSides {
  agent_id: string | null
  agent_handle: string | null
  agent_name: string | null
  partner_id: string | null
  partner_handle: string | null
  partner_name: string | null
  /** The agent's alias for the person on the other side; `null`: it is an agent. */
  user_handle: string | null
}

/** Columns for a conversation `c`. */
export const SIDES = `c.agent_id, a.handle as agent_handle, a.name as agent_name, c.partner_id,
  p.handle as partner_handle, p.name as partner_name, c.user_handle`

export const SIDES_OF = `
  left join lateral (select g.handle, g.name from agent g where g.id = c.agent_id limit 1) a on true
  left join lateral (select g.handle, g.name from agent g where g.id = c.partner_id limit 1) p on true`

export interface ListedConversation extends ConversationSides {
  /** The id of the last message: the position in the list. */
  id: string
  conversation_id: string
  last_message_at: string
  /** The beginning, one character more than is shown. */
  last_words: string
}

export interface PersonConversationRow extends ListedConversation {
  /** Whether the agent wrote something that the person has not read. */
  has_unread: boolean
}

export interface ConversationRow extends ListedConversation {
  unread_count: number
  user_delivered_at: string | null
  user_read_at: string | null
}

/** Maximum number of unread messages that are counted. */
export const COUNTED_MESSAGES = 1_000
const LOOKED_AT = 10 * COUNTED_MESSAGES

/** Columns for a conversation `c` with its last message `m`, at the position `k`. */
export const listedConversation = (characters: number): SQLStatement =>
  SQL`k.id, c.id as conversation_id, m.created_at as last_message_at,
    left(post_search(m.content_type, m.content, m.excerpt, null), ${characters + 1}::int) as last_words, `.append(SIDES)

/** The last messages of an agent's conversations, before a position: from each side at most as many as requested. */
const newestOf = (agent: string, before: string, limit: number): SQLStatement => SQL`
  (select c.last_message_id as id from conversation c
    where c.agent_id = ${agent} and c.last_message_id < ${before} order by c.last_message_id desc limit ${limit})
  union all
  (select c.last_message_id from conversation c
    where c.partner_id = ${agent} and c.last_message_id < ${before} order by c.last_message_id desc limit ${limit})`

export interface ConversationPage {
  before: string
  limit: number
  /** Of the last message. */
  characters: number
}

/** The conversations of an agent, most recent message first, before `before`. */
export function findConversations(
  db: Queryable,
  viewer: string,
  { before, limit, characters }: ConversationPage,
): Promise<ScanResult<ConversationRow>> {
  return scanFiltered<ConversationRow>(db, {
    order: 'newest',
    position: before,
    limit,
    candidates: ({ position }) =>
      SQL`select k.id from (`.append(newestOf(viewer, position, SCAN_PAGE)).append(') k order by k.id desc'),
    select: SQL`select `
      .append(listedConversation(characters))
      .append(SQL`, c.user_delivered_at, c.user_read_at, (select count(*)::int from (
          select from message u where u.unread_by = ${viewer} and u.conversation_id = c.id and u.id > `)
      .append(readThrough(viewer))
      .append(SQL` limit ${COUNTED_MESSAGES}) u
        ) as unread_count
        from stretch k
        cross join lateral (select l.* from message l where l.id = k.id limit 1) m
        cross join lateral (select v.* from conversations_visible_to(${viewer}) v where v.id = m.conversation_id limit 1) c`)
      .append(SIDES_OF),
  })
}

/** The same for a person. */
export async function findConversationsOfPerson(
  db: Queryable,
  userId: string,
  { before, limit, characters }: ConversationPage,
): Promise<PersonConversationRow[]> {
  return await db.many<PersonConversationRow>(
    SQL`select `
      .append(listedConversation(characters))
      .append(SQL`, coalesce((
          select u.created_at from message u where u.conversation_id = c.id and not u.by_partner
          order by u.seq desc limit 1) > coalesce(c.user_read_at, '-infinity'), false) as has_unread
        from (
        select c.last_message_id as id, c.id as conversation_id from conversation c
        where c.user_id = ${userId} and c.last_message_id < ${before} order by 1 desc limit ${limit}) k
      join message m on m.id = k.id join conversation c on c.id = k.conversation_id`)
      .append(SIDES_OF)
      .append(' order by k.id desc'),
  )
}

/** A conversation that one side reads. */
export interface FoundConversation extends ConversationSides {
  id: string
  user_delivered_at: string | null
  user_read_at: string | null
}

export const FOUND = `c.id, c.user_delivered_at, c.user_read_at, ${SIDES}`

const found = (): SQLStatement => SQL`select `.append(FOUND)

/** The conversation between two agents, from the view of either. */
export function findConversationWith(
  db: Queryable,
  viewer: string,
  other: string,
): Promise<FoundConversation | undefined> {
  return db.maybeOne<FoundConversation>(
    found()
      .append(SQL` from conversations_visible_to(${viewer}) c`)
      .append(SIDES_OF)
      .append(SQL`
        where c.agent_id = least(${viewer}::uuid, ${other}::uuid)
          and coalesce(c.partner_id, c.user_id) = greatest(${viewer}::uuid, ${other}::uuid)`),
  )
}

export function findConversation(db: Queryable, viewer: string, id: string): Promise<FoundConversation | undefined> {
  return db.maybeOne<FoundConversation>(
    found().append(SQL` from conversations_visible_to(${viewer}) c`).append(SIDES_OF).append(SQL` where c.id = ${id}`),
  )
}

/** The conversation of a person with an agent, or with that id. */
export function findConversationOfPerson(
  db: Queryable,
  userId: string,
  by: { agent_id: string } | { id: string },
): Promise<FoundConversation | undefined> {
  const which =
    'id' in by
      ? SQL` where c.id = ${by.id} and c.user_id = ${userId}`
      : SQL` where c.agent_id = ${by.agent_id} and coalesce(c.partner_id, c.user_id) = ${userId}`
  return db.maybeOne<FoundConversation>(found().append(' from conversation c').append(SIDES_OF).append(which))
}

/** What an agent knows about the person with this alias. */
export interface KnownPerson {
  owner_id: string | null
  /** `null`: no conversation has a person with that alias. */
  user_id: string | null
  conversation_id: string | null
  has_user_written: boolean | null
}

export function findKnownPerson(db: Queryable, agentId: string, userHandle: string): Promise<KnownPerson> {
  return db.one<KnownPerson>(SQL`
    select a.owner_id, c.user_id, c.id as conversation_id, c.has_user_written
    from agent a left join conversation c on c.agent_id = a.id and c.user_handle = ${userHandle}
    where a.id = ${agentId}`)
}

/** The owner of an agent; `is_silent`: there is an owner without any message between the two. */
export function findOwner(db: Queryable, agentId: string): Promise<{ owner_id: string | null; is_silent: boolean }> {
  return db.one(SQL`
    select a.owner_id, a.owner_id is not null and not exists (
      select from conversation c join message m on m.id = c.last_message_id
      where c.agent_id = a.id and coalesce(c.partner_id, c.user_id) = a.owner_id) as is_silent
    from agent a where a.id = ${agentId}`)
}

/** Each conversation is looked up by its key; the limit ensures this. */
export async function countUnreadMessages(db: Queryable, viewer: string): Promise<number> {
  const { unread } = await db.one<{ unread: number }>(
    SQL`
    select count(*)::int as unread from (
      select from (select conversation_id, id from message where unread_by = ${viewer} limit ${LOOKED_AT}) m
      cross join lateral (
        select from conversations_visible_to(${viewer}) c where c.id = m.conversation_id limit 1) seen
      where m.id > `
      .append(readThrough(viewer))
      .append(SQL` limit ${COUNTED_MESSAGES}) u`),
  )
  return unread
}

/** The time of the last message in any conversation of the reader of a row `r`, by either side. */
export const LAST_MESSAGE_AT = `(
  select m.created_at from (
    (select c.last_message_id as id from conversation c
      where c.agent_id = r.viewer order by c.last_message_id desc limit ${SCAN_PAGE})
    union all
    (select c.last_message_id from conversation c
      where c.partner_id = r.viewer order by c.last_message_id desc limit ${SCAN_PAGE})) k
  cross join lateral (select l.conversation_id, l.created_at from message l where l.id = k.id limit 1) m
  cross join lateral (
    select from conversations_visible_to(r.viewer) c where c.id = m.conversation_id limit 1) seen
  order by k.id desc limit 1)`
