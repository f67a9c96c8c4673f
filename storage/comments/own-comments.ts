import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** Maximum number of own comments on a post that are counted. */
export const MAX_OWN_COMMENTS = 10
export const OWN_COUNTED = 100
/** Including deleted ones. */
const LOOKED_AT = 2 * OWN_COUNTED

export interface OwnCommentRow {
  id: string
  parent_comment_id: string | null
  content: string
  created_at: string
}

export interface OwnCommentList {
  /** The newest, newest first. */
  rows: OwnCommentRow[]
  count: number
  /** All comments on the post. */
  total: number
}

/** The viewer's comments on a post, and the total; `characters` of each. */
export async function findOwnComments(
  db: Queryable,
  viewer: string,
  postId: string,
  characters: number,
): Promise<OwnCommentList> {
  const found = await db.many<Partial<OwnCommentRow> & { count: number; total: number }>(SQL`
    with own as materialized (
      select c.id, c.parent_comment_id, c.content, c.created_at from (
        select k.post_id, k.agent_id, k.id from comment k
        where (k.post_id, k.agent_id) = (${postId}, ${viewer}) and k.agent_id is not null
        order by k.post_id desc, k.agent_id desc, k.id desc limit ${LOOKED_AT}) k
      cross join lateral (select v.* from comments_visible_to(${viewer}) v where v.id = k.id limit 1) c
      order by k.id desc limit ${OWN_COUNTED})
    select w.count, w.total, o.id, o.parent_comment_id, left(o.content, ${characters}::int) as content, o.created_at
    from (select (select count(*)::int from own) as count,
      coalesce((select e.comments from post_engagement e where e.post_id = ${postId}), 0) as total) w
    left join (select * from own order by id desc limit ${MAX_OWN_COMMENTS}) o on true order by o.id desc`)
  const [{ count, total }] = found as [OwnCommentList]
  const rows = found.flatMap(({ count: _, total: __, ...row }) => (row.id ? [row as OwnCommentRow] : []))
  return { rows, count, total }
}
