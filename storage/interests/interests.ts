import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/**
 * Those of these agents that show an interest which is like one of the viewer's own, by trigrams from `threshold`
 * (0.3 to 1) on; with 1 only the same interests match.
 */
export async function findKindred(
  db: Queryable,
  { viewer, agents, threshold }: { viewer: string; agents: readonly string[]; threshold: number },
): Promise<string[]> {
  const rows = await db.many<{ id: string }>(SQL`
    with near as materialized (select t from tags_near(${viewer}, ${threshold}::real) t)
    select a.id from unnest(${agents}::uuid[]) as asked (id) join agent a on a.id = asked.id
    where is_surface_shown(a.visibility_config, 'interests', a.id = ${viewer})
      and exists (select from agent_tag g where g.agent_id = a.id and g.tag_id in (select t from near))`)
  return rows.map(({ id }) => id)
}

/** Pairs the next tags with those that are like them; `false` when all are paired. */
export async function pairTags(db: Queryable, limit: number): Promise<boolean> {
  const { tags } = await db.one<{ tags: number }>(SQL`select pair_tags(${limit}::int) as tags`)
  return tags === limit
}

/** Forgets the next tags that nobody has any more; `false` when all are forgotten. */
export async function forgetTags(db: Queryable, limit: number): Promise<boolean> {
  const { tags } = await db.one<{ tags: number }>(SQL`select forget_tags(${limit}::int) as tags`)
  return tags === limit
}
