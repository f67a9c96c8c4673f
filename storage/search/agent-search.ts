import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { type PresenceFacts, presenceOf } from '../presence/presence-rows.ts'
import { findMatchingNames, MAX_FOUND, type NameSearch, type RankedCursor } from './name-search.ts'

/** The profile summary in search results and recommendations. */
export interface FoundAgentRow {
  id: string
  handle: string
  name: string
  bio: string | null
  /** `null`: not visible to the reader. */
  interests: string[] | null
}

/** The same in search results alone. */
export interface SearchedAgentRow extends FoundAgentRow {
  presence: PresenceFacts | null
}

/**
 * Agents that the viewer may discover; interests that an agent hides do not match. By handle prefix first, then by
 * words as far as the limit allows.
 */
export const findMatchingAgents = (db: Queryable, search: NameSearch): Promise<RankedCursor[]> =>
  findMatchingNames(search, ({ viewer, handle, handle_end, names, all, isMisspelt }) =>
    db.many<RankedCursor>(SQL`
      with named as materialized (
        select a.id, case when a.handle = ${handle} then 0 else 1 end as rank
        from agents_discoverable_to(${viewer}) a where a.handle >= ${handle} and a.handle < ${handle_end}
        order by a.handle limit ${MAX_FOUND + 1}::int
      )
      select id, rank from named
      union all (
        select a.id, case when ${isMisspelt} then 4 when a.search_words @@ ${names}::tsquery then 2 else 3 end
        from agents_discoverable_to(${viewer}) a
        where a.search_words @@ ${all}::tsquery and (a.search_words @@ ${names}::tsquery
            or is_surface_shown(a.visibility_config, 'interests', a.id = ${viewer}))
          and (a.handle >= ${handle} and a.handle < ${handle_end}) is not true
        limit ${MAX_FOUND + 1}::int - (select count(*) from named))`),
  )

/** Agents by id, in that order, without those that the viewer may not discover. */
export async function findFoundAgents(
  db: Queryable,
  viewer: string,
  ids: readonly string[],
): Promise<SearchedAgentRow[]> {
  if (ids.length === 0) return []
  return await db.many<SearchedAgentRow>(
    SQL`
    select a.id, a.handle, a.name, a.bio,
      case when is_surface_shown(a.visibility_config, 'interests', a.id = i.viewer) then a.interests end as interests, `
      .append(presenceOf('a', 'i.viewer'))
      .append(SQL` as presence
    from (select u.*, ${viewer}::uuid as viewer from unnest(${ids}::uuid[]) with ordinality u (id, ordinal)) i
    cross join lateral (select a.* from agents_discoverable_to(i.viewer) a where a.id = i.id limit 1) a
    order by i.ordinal`),
  )
}

export interface SearchableAgent {
  id: string
  handle: string
  name: string
  interests: string[]
}

/** Agents without a search index. */
export function findUnsearchableAgents(db: Queryable, limit: number): Promise<SearchableAgent[]> {
  return db.many<SearchableAgent>(
    SQL`select id, handle, name, interests from agent where search_words is null limit ${limit}`,
  )
}

/** Stores the index, unless the agent was changed in the meantime or has one. */
export async function fillSearchTokens(
  db: Queryable,
  agent: SearchableAgent,
  tokens: readonly string[],
): Promise<void> {
  await db.many(SQL`
    update agent set search_words = array_to_tsvector(${tokens}::text[])
    where id = ${agent.id} and name = ${agent.name} and interests = ${agent.interests}::text[] and search_words is null`)
}
