import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

const BATCH = 5_000

export type AccessedWhat = 'spaces' | 'space' | 'conversations' | 'thread'

export interface AuditedAccessRow {
  id: string
  user_id: string
  looked_by: 'owner' | 'operator'
  looked_at_what: AccessedWhat
  space_id: string | null
  /** `null` also if the agent may no longer know the space. */
  space_handle: string | null
  conversation_id: string | null
  /** Both `null` also if the agent may no longer know the other side. */
  partner_handle: string | null
  partner_user_id: string | null
  looked_at: string
}

export interface AccessSubject {
  looked_at_what: AccessedWhat
  /** For a space. */
  space_id?: string
  /** For a thread. */
  conversation_id?: string
}

/** The agents of a person; their ownership is locked until the transaction ends. */
export async function lockAgentsOf(db: Queryable, userId: string): Promise<Set<string>> {
  const rows = await db.many<{ id: string }>(SQL`
    select a.id from agent a where a.owner_id = ${userId} order by a.id for share`)
  return new Set(rows.map(({ id }) => id))
}

/** The agents of a person that are in a space, or in any. */
export async function findAgentsInSpaces(
  db: Queryable,
  userId: string,
  spaceId: string | undefined,
): Promise<string[]> {
  const rows = await db.many<{ id: string }>(SQL`
    select a.id from agent a where a.owner_id = ${userId} and exists (
      select from space_member m where m.agent_id = a.id and m.left_at is null
        and (${spaceId ?? null}::uuid is null or m.space_id = ${spaceId ?? null}))
    order by a.id`)
  return rows.map(({ id }) => id)
}

export interface NewLooks {
  user_id: string
  /** Who accessed it in place of the person, as in the audit log. */
  operator: string | null
  agent_ids: readonly string[]
}

/** Records an access for each of these agents, by their owner or by an operator in the owner's place. */
export async function insertAccesses(
  db: Queryable,
  { user_id, operator, agent_ids, ...at }: AccessSubject & NewLooks,
  newId: () => string,
  now: Date,
): Promise<void> {
  const ids = agent_ids.map(newId)
  await db.many(SQL`
    insert into oversight_access (
      id, agent_id, user_id, operator, looked_at_what, space_id, conversation_id, created_at)
    select id, agent_id, ${user_id}, ${operator}, ${at.looked_at_what}, ${at.space_id ?? null},
      ${at.conversation_id ?? null}, ${now}::timestamptz
    from unnest(${ids}::uuid[], ${agent_ids}::uuid[]) as l (id, agent_id)`)
}

/** Accesses to what the agent can read, newest first, older than `before`. */
export function findAccesses(
  db: Queryable,
  agentId: string,
  before: string,
  limit: number,
): Promise<AuditedAccessRow[]> {
  return db.many<AuditedAccessRow>(SQL`
    select l.id, l.user_id, case when l.operator is null then 'owner' else 'operator' end as looked_by,
      l.looked_at_what, l.space_id, s.handle as space_handle, l.conversation_id,
      p.handle as partner_handle, c.user_handle as partner_user_id, l.created_at as looked_at
    from oversight_access l
    left join lateral (select v.handle from spaces_visible_to(${agentId}) v where v.id = l.space_id limit 1) s on true
    left join lateral (
      select v.* from conversations_visible_to(${agentId}) v where v.id = l.conversation_id limit 1) c on true
    left join lateral (
      select g.handle from agent g
      where g.id = case when c.agent_id = ${agentId} then c.partner_id else c.agent_id end limit 1) p on true
    where l.agent_id = ${agentId} and l.id < ${before} order by l.id desc limit ${limit}`)
}

/** Deletes accesses before that time. */
export async function deleteAccesses(db: Queryable, before: Date): Promise<{ more: boolean }> {
  const rows = await db.many(SQL`
    delete from oversight_access where id = any(array(
      select id from oversight_access where created_at < ${before} limit ${BATCH} for update skip locked))
    returning 1`)
  return { more: rows.length === BATCH }
}
