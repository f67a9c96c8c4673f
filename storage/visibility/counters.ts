import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/**
 * Counters exclude hidden agents, as lists do. The excluded agents are stored, so that a counter subtracts exactly what
 * was added, and follows its rule however that changes.
 */

/** By the table of excluded agents: the agents that counters include. */
const RULES = {
  /** For counters of posts and comments, by their content. */
  uncounted_agent: 'agents_with_visible_content()',
  /** For follow counters. */
  invisible_agent: 'agents_visible_to(null)',
}

type LeftOut = keyof typeof RULES

/** SQL for whether follow counters include the agent with that id. */
export const isFollowCounted = (agent: string): string =>
  `not exists (select from invisible_agent u where u.agent_id = ${agent})`

/** Stores whether the rule includes an agent now, and returns the change: included again (1) or no longer (-1). */
export async function flipCounted(db: Queryable, agentId: string, leftOut: LeftOut): Promise<1 | -1 | undefined> {
  const turned = await db.maybeOne<{ by: 1 | -1 }>(
    SQL`with now as materialized (select exists (select from `
      .append(RULES[leftOut])
      .append(SQL` a where a.id = ${agentId}) as is_counted), gone as (insert into `)
      .append(leftOut)
      .append(SQL` (agent_id) select ${agentId} from now where not is_counted
      on conflict (agent_id) do nothing returning -1 as by), back as (delete from `)
      .append(leftOut)
      .append(SQL` u using now where u.agent_id = ${agentId} and is_counted returning 1 as by)
    select by from gone union all select by from back`),
  )
  return turned?.by
}

/** Up to this counter value, a list's items are counted individually; beyond, the counter is used as their number. */
const COUNTED_ONE_BY_ONE = 1_000

/** SQL for the number of items of a list, from SQL for its counter and for that number. */
export const totalOf = (figure: string, items: SQLStatement): SQLStatement =>
  SQL``
    .append(`case when ${figure} > ${COUNTED_ONE_BY_ONE} then ${figure} else (select count(*)::int `)
    .append(items)
    .append(') end as total')

/** Maximum agents that one call of `findMiscounted` examines, and returns. */
const LOOKED_AT = 1_000
const ANSWERED = 100

// Both are looked up by scalar subqueries: otherwise the planner may scan a whole table for each part.
const isMiscounted = (leftOut: LeftOut) => `((select true from ${RULES[leftOut]} a where a.id = s.id) is null)
  = ((select true from ${leftOut} u where u.agent_id = s.id) is null)`

/**
 * Finds agents for which counters and rules disagree; `more`: the run is not finished. While the rules are unchanged
 * since a complete run, a run examines one part.
 */
export async function findMiscounted(db: Queryable): Promise<{ found: string[]; more: boolean }> {
  return await db.one<{ found: string[]; more: boolean }>(
    SQL`
    with now as materialized (
      select (select checksum from migration where name = 'visible.repeatable.sql') as rules
    ), begun as materialized (
      select case when r.rules = now.rules then r.checked_through end as checked_through, r.followed is not distinct from now.rules as is_followed
      from counters_run r, now
    ), part as materialized (
      select a.id from agent a
      where a.id > (select coalesce(checked_through, '00000000-0000-0000-0000-000000000000') from begun)
      order by a.id limit ${LOOKED_AT}
    ), wrong as materialized (select s.id from part s where `
      .append(
        Object.keys(RULES)
          .map(leftOut => isMiscounted(leftOut as LeftOut))
          .join(' or '),
      )
      .append(SQL` order by s.id limit ${ANSWERED}), reached as (
      select case when (select count(*) from wrong) = ${ANSWERED} then (select id from wrong order by id desc limit 1)
        when (select count(*) from part) = ${LOOKED_AT} then (select id from part order by id desc limit 1) end as checked_through
    ), moved as (
      update counters_run r set checked_through = reached.checked_through, rules = now.rules,
        followed = case when reached.checked_through is null then now.rules else r.followed end
      from reached, now
    )
    select array(select id from wrong order by id) as found,
      reached.checked_through is not null and (not is_followed or (select count(*) from wrong) = ${ANSWERED}) as more
    from reached, begun`),
  )
}
