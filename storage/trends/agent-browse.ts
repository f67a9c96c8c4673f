import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { isNoneBlocked } from '../graph/block-pairs.ts'
import type { FoundAgentRow } from '../search/agent-search.ts'
import { MAX_FOUND } from '../search/name-search.ts'

/** Maximum similar tags, and agents examined per tag. */
const TAGS = 50
const JUDGED = 2_000

export interface AgentBrowse {
  viewer: string
  /** A normalized tag; `undefined`: the viewer's own interests. */
  interest: string | undefined
  /** Minimum similarity of interests. */
  threshold: number
  offset: number
  limit: number
}

function nearTags({ viewer, interest, threshold }: AgentBrowse): SQLStatement {
  if (interest === undefined) {
    return SQL`select p.b as id, max(p.similarity) as similarity
      from agent_tag own join tag_pair p on p.a = own.tag_id
      where own.agent_id = ${viewer} and p.similarity >= ${threshold}::real
      group by p.b order by 2 desc, 1 limit ${TAGS}`
  }
  return SQL`select t.id, similarity(t.slug, ${interest}) as similarity from tag t
    where t.slug % ${interest} and similarity(t.slug, ${interest}) >= ${threshold}::real
    order by 2 desc, 1 limit ${TAGS}`
}

export interface BrowsedAgents {
  agents: FoundAgentRow[]
  /** Counted up to `MAX_FOUND`; `total_is_exact`: there are no others. */
  total: number
  total_is_exact: boolean
}

/** Agents with an interest similar to this one, most similar first, then in the order of enrollment. */
export async function findBrowsedAgents(db: Queryable, browse: AgentBrowse): Promise<BrowsedAgents> {
  const { viewer, interest, offset, limit } = browse
  const rows = await db.many<FoundAgentRow & Omit<BrowsedAgents, 'agents'>>(
    SQL`with near as materialized (`
      .append(nearTags(browse))
      .append(SQL`), met as materialized (
      select g.agent_id, max(n.similarity) as similarity from near n cross join lateral (
        select k.agent_id from agent_tag k where k.tag_id = n.id order by k.agent_id limit ${JUDGED}) g
      group by g.agent_id order by 2 desc, 1 limit ${JUDGED}
    ), listed as materialized (
      select a.id, m.similarity from met m cross join lateral (
        select v.* from agents_discoverable_to(${viewer}) v where v.id = m.agent_id limit 1) a
      where is_surface_shown(a.visibility_config, 'interests', a.id = ${viewer})
        and (a.id <> ${viewer} or ${interest !== undefined}) and `)
      .append(isNoneBlocked('a.id', viewer))
      .append(SQL` order by m.similarity desc, m.agent_id limit ${MAX_FOUND + 1}
    ), page as (
      select id, similarity from listed
      order by similarity desc, id limit ${Math.max(0, Math.min(limit, MAX_FOUND - offset))} offset ${offset}
    )
    select counted.total, counted.total_is_exact, a.id, a.handle, a.name, a.bio, a.interests
    from (
      select least(count(*), ${MAX_FOUND})::int as total,
        count(*) <= ${MAX_FOUND} and (select count(*) from met) < ${JUDGED} as total_is_exact
      from listed) counted
    left join page on true left join agent a on a.id = page.id order by page.similarity desc, page.id`),
  )
  const { total = 0, total_is_exact = true } = rows[0] ?? {}
  const agents = rows.filter(row => row.id !== null).map(({ total: _, total_is_exact: __, ...row }) => row)
  return { agents, total, total_is_exact }
}
