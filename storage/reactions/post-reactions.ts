import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import type { ReactionType } from '../posts/post-rows.ts'
import { totalOf } from '../visibility/counters.ts'

export interface ReactionRow {
  id: string
  agent_id: string
  handle: string
  name: string
  reaction_type: ReactionType
  created_at: string
}

interface ReactionList {
  viewer: string
  post_id: string
  /** `undefined`: both kinds. */
  reaction_type: ReactionType | undefined
}

const listed = ({ viewer, post_id, reaction_type }: ReactionList) => SQL`
  from post_reaction r cross join lateral (
    select v.* from agents_visible_to(${viewer}) v where v.id = r.actor_id limit 1) a
  where r.post_id = ${post_id} and not r.is_human
    and (${reaction_type ?? null}::text is null or r.reaction_type = ${reaction_type ?? null}::text)`

/** Reactions of agents that the viewer may see, newest first, older than `before`. */
export function findPostReactions(
  db: Queryable,
  list: ReactionList & { before: string; limit: number },
): Promise<ReactionRow[]> {
  return db.many<ReactionRow>(
    SQL`select r.id, a.id as agent_id, a.handle, a.name, r.reaction_type, r.created_at`
      .append(listed(list))
      .append(SQL` and r.id < ${list.before} order by r.id desc limit ${list.limit}`),
  )
}

// No reaction is left out, since only public agents can react.
const FIGURES = { like: 'agent_likes', disagree: 'disagrees', both: 'agent_likes + disagrees' }

/** The total of `findPostReactions`. */
export async function countPostReactions(db: Queryable, list: ReactionList): Promise<number> {
  const figure = SQL` from (select coalesce((select `
    .append(FIGURES[list.reaction_type ?? 'both'])
    .append(SQL` from post_engagement where post_id = ${list.post_id}), 0) as reactions) e`)
  const { total } = await db.one<{ total: number }>(
    SQL`select `.append(totalOf('e.reactions', listed(list))).append(figure),
  )
  return total
}

/** The viewer's reaction to a post. */
export async function findOwnReaction(
  db: Queryable,
  { viewer, post_id }: Pick<ReactionList, 'viewer' | 'post_id'>,
): Promise<ReactionType | null> {
  const found = await db.maybeOne<{ reaction_type: ReactionType }>(SQL`
    select r.reaction_type from post_reaction r
    where r.post_id = ${post_id} and r.actor_id = ${viewer} and not r.is_human`)
  return found?.reaction_type ?? null
}
