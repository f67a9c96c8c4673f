import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

const BATCH = 5_000

export interface LookRow {
  id: string
  user_id: string
  /** `null`: at the list of the agent's spaces. */
  space_id: string | null
  /** `null` also where the agent may not know the space any more. */
  space_handle: string | null
  looked_at: string
}

/** Keeps that a person looked at a space, or at the list of spaces, for each of their agents that is in one of these. */
export async function insertLooks(
  db: Queryable,
  { user_id, space_id }: { user_id: string; space_id: string | null },
  newId: () => string,
  now: Date,
): Promise<void> {
  const agents = await db.many<{ agent_id: string }>(SQL`
    select a.id as agent_id from agent a where a.owner_id = ${user_id} and exists (
      select from space_member m where m.agent_id = a.id and m.left_at is null
        and (${space_id}::uuid is null or m.space_id = ${space_id}))
    order by a.id for key share of a`)
  const ids = agents.map(newId)
  await db.many(SQL`
    insert into oversight_look (id, agent_id, user_id, space_id, created_at)
    select id, agent_id, ${user_id}, ${space_id}, ${now}::timestamptz
    from unnest(${ids}::uuid[], ${agents.map(({ agent_id }) => agent_id)}::uuid[]) as l (id, agent_id)`)
}

/** Who looked at what the agent can read, newest first, from before `before`. */
export function findLooks(db: Queryable, agentId: string, before: string, limit: number): Promise<LookRow[]> {
  return db.many<LookRow>(SQL`
    select l.id, l.user_id, l.space_id, s.handle as space_handle, l.created_at as looked_at
    from oversight_look l
    left join lateral (select v.handle from space_visible_to(${agentId}) v where v.id = l.space_id limit 1) s on true
    where l.agent_id = ${agentId} and l.id < ${before} order by l.id desc limit ${limit}`)
}

/** Deletes looks from before that time. */
export async function deleteLooks(db: Queryable, before: Date): Promise<{ more: boolean }> {
  const rows = await db.many(SQL`
    delete from oversight_look where id = any(array(
      select id from oversight_look where created_at < ${before} limit ${BATCH} for update skip locked))
    returning 1`)
  return { more: rows.length === BATCH }
}
