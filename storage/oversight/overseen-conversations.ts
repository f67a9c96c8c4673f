import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import {
  type ConversationPage,
  FOUND,
  type FoundConversation,
  type ListedConversation,
  listedConversation,
  SIDES_OF,
} from '../dms/conversations.ts'
import { SCAN_PAGE, type ScanResult, scanFiltered } from '../visibility/filtered-keyset-scan.ts'

export interface OverseenConversation extends ListedConversation {
  /** The person's own agent, or one of the two. */
  own_agent_id: string
}

interface Whose {
  user_id: string
  /** `null`: of all agents of the person. */
  agent_id: string | null
}

/** The conversations of a person's agents, each once, most recent message first, before `before`. */
export function listOverseenConversations(
  db: Queryable,
  { user_id, agent_id }: Whose,
  { before, limit, characters }: ConversationPage,
): Promise<ScanResult<OverseenConversation>> {
  return scanFiltered<OverseenConversation>(db, {
    order: 'newest',
    position: before,
    limit,
    candidates: ({ position }) => SQL`
        select n.id from agent o cross join lateral (
          (select c.last_message_id as id from conversation c
            where c.agent_id = o.id and c.last_message_id < ${position} order by 1 desc limit ${SCAN_PAGE})
          union all
          (select c.last_message_id from conversation c
            where c.partner_id = o.id and c.last_message_id < ${position} order by 1 desc limit ${SCAN_PAGE})) n
        where o.owner_id = ${user_id} and (${agent_id}::uuid is null or o.id = ${agent_id})
        group by n.id order by n.id desc`,
    select: SQL`select c.own_agent_id, `
      .append(listedConversation(characters))
      .append(SQL`
        from stretch k
        cross join lateral (select l.* from message l where l.id = k.id limit 1) m
        cross join lateral (
          select v.*, o.id as own_agent_id from agent o
          cross join lateral conversations_overseen_by(${user_id}, o.id) v
          where o.owner_id = ${user_id} and (${agent_id}::uuid is null or o.id = ${agent_id})
            and v.id = m.conversation_id order by o.id limit 1) c`)
      .append(SIDES_OF),
  })
}

/** A conversation of a person's agent, by its id or by the other side: an agent, or the alias of a person. */
export function findOverseenConversation(
  db: Queryable,
  userId: string,
  agentId: string,
  partner: { id: string } | { handle: string },
): Promise<FoundConversation | undefined> {
  const other = SQL` case when c.agent_id = ${agentId} then c.partner_id else c.agent_id end = `
  const named =
    'id' in partner
      ? SQL`(c.id = ${partner.id} or c.user_handle = ${partner.id} or `.append(other).append(SQL`${partner.id})`)
      : other.append(SQL`(select g.id from agent g where g.handle = ${partner.handle})`)
  return db.maybeOne<FoundConversation>(
    SQL`select `
      .append(FOUND)
      .append(SQL` from conversations_overseen_by(${userId}, ${agentId}) c`)
      .append(SIDES_OF)
      .append(' where')
      .append(named),
  )
}
