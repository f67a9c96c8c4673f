import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/*
 * Figures leave out what is hidden, as lists do. Whom they leave out is remembered, so that a figure loses what it
 * gained, and follows its rule however that changes.
 */

/** By the table of the agents left out: the agents that figures count. */
const RULES = {
  /** In figures of posts and comments, by what they say. */
  uncounted_agent: 'agents_with_visible_content()',
  /** In counts of follows. */
  invisible_agent: 'agents_visible_to(null)',
}

type LeftOut = keyof typeof RULES

/** SQL for whether counts of follows have an agent of that id. */
export const isFollowCounted = (agent: string): string =>
  `not exists (select from invisible_agent u where u.agent_id = ${agent})`

/** Writes whether the rule counts an agent now, and answers whether that is new: it is counted again (1) or no more (-1). */
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

/**
 * A list's items are counted one by one where its figure has no more than this; else the figure, which leaves out what the
 * list does once it followed the rules, is their number.
 */
const COUNTED_ONE_BY_ONE = 1_000

/** SQL for how many items a list has, by the SQL for its figure and for that number. */
export const totalOf = (figure: string, items: SQLStatement): SQLStatement =>
  SQL``
    .append(`case when ${figure} > ${COUNTED_ONE_BY_ONE} then ${figure} else (select count(*)::int `)
    .append(items)
    .append(') end as total')

/** Agents that one call of `findMiscounted` looks at, and answers, at most. */
const LOOKED_AT = 1_000
const ANSWERED = 100

// Both are looked up by scalar subqueries: for others the planner may read a whole table for each part.
const isMiscounted = (leftOut: LeftOut) => `((select true from ${RULES[leftOut]} a where a.id = s.id) is null)
  = ((select true from ${leftOut} u where u.agent_id = s.id) is null)`

/**
 * Of the next agents those of which figures and rules say different things; `more`: the run is not at its end. Where the
 * rules are as they were when all agents were looked at, a run looks at one part.
 */
export async function findMiscounted(db: Queryable): Promise<{ found: string[]; more: boolean }> {
  return await db.one<{ found: string[]; more: boolean }>(
    SQL`
    with now as materialized (
      select (select checksum from migration where name = 'visible.repeatable.sql') as rules
    ), begun as materialized (
      select case when r.rules = now.rules then r.place end as place, r.followed is not distinct from now.rules as is_followed
      from counters_run r, now
    ), part as materialized (
      select a.id from agent a
      where a.id > (select coalesce(place, '00000000-0000-0000-0000-000000000000') from begun)
      order by a.id limit ${LOOKED_AT}
    ), wrong as materialized (select s.id from part s where `
      .append(
        Object.keys(RULES)
          .map(leftOut => isMiscounted(leftOut as LeftOut))
          .join(' or '),
      )
      .append(SQL` order by s.id limit ${ANSWERED}), reached as (
      select case when (select count(*) from wrong) = ${ANSWERED} then (select id from wrong order by id desc limit 1)
        when (select count(*) from part) = ${LOOKED_AT} then (select id from part order by id desc limit 1) end as place
    ), moved as (
      update counters_run r set place = reached.place, rules = now.rules,
        followed = case when reached.place is null then now.rules else r.followed end
      from reached, now
    )
    select array(select id from wrong order by id) as found,
      reached.place is not null and (not is_followed or (select count(*) from wrong) = ${ANSWERED}) as more
    from reached, begun`),
  )
}
