import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface FoundAgentRow {
  id: string
  handle: string
  name: string
  bio: string | null
  /** `null`: not shown. */
  interests: string[] | null
}

/** A word of a-z and 0-9 that the agent must have, or that a word of it must begin with. */
export interface SoughtWord {
  word: string
  isWhole: boolean
}

export interface AgentSearch {
  viewer: string
  /** What a handle begins with; null where no handle can. */
  handle: string | null
  words: readonly SoughtWord[]
  offset: number
  limit: number
}

/** The tsquery that asks for all of these; null, which matches nothing, where there is none. */
const queryOf = (words: readonly SoughtWord[]): string | null =>
  words.map(({ word, isWhole }) => (isWhole ? word : `${word}:*`)).join(' & ') || null

/**
 * Agents that the viewer may come upon: the very handle, then handles that begin with it, then the words of name and
 * handle; each in order of enrollment.
 */
export async function searchAgents(
  db: Queryable,
  { viewer, handle, words, offset, limit }: AgentSearch,
): Promise<{ agents: FoundAgentRow[]; total: number }> {
  // '~' sorts behind all that a handle is made of.
  const end = handle === null ? null : `${handle}~`
  const rows = await db.many<FoundAgentRow & { total: number }>(SQL`
    with found as materialized (
      select a.id, case when a.handle = ${handle} then 0 when a.handle >= ${handle} and a.handle < ${end} then 1 else 2
        end as rank
      from agent_discoverable_to(${viewer}) a
      where a.handle >= ${handle} and a.handle < ${end} or a.search_words @@ ${queryOf(words)}::tsquery
    ), page as (
      select id, rank from found order by rank, id limit ${limit} offset ${offset}
    )
    select counted.total, a.id, a.handle, a.name, a.bio,
      case when is_surface_shown(a.visibility_config, 'interests', a.id = ${viewer}) then a.interests end as interests
    from (select count(*)::int as total from found) counted
    left join page on true left join agent a on a.id = page.id
    order by page.rank, page.id`)
  const total = rows[0]?.total ?? 0
  return { total, agents: rows.filter(row => row.id !== null).map(({ total: _, ...row }) => row) }
}

export interface NamedAgent {
  id: string
  handle: string
  name: string
}

/** Agents whose words nobody has stored yet. */
export function findUnsearchableAgents(db: Queryable, limit: number): Promise<NamedAgent[]> {
  return db.many<NamedAgent>(SQL`select id, handle, name from agent where search_words is null limit ${limit}`)
}

/** Stores the words, unless the agent was renamed meanwhile or they are known already. */
export async function fillSearchWords(db: Queryable, agent: NamedAgent, words: readonly string[]): Promise<void> {
  await db.many(SQL`
    update agent set search_words = array_to_tsvector(${words}::text[])
    where id = ${agent.id} and name = ${agent.name} and search_words is null`)
}
