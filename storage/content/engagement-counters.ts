import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** Changes of the counters of one post; absent ones stay. */
export interface PostEngagementChange {
  agent_likes?: number
  human_likes?: number
  disagrees?: number
  comments?: number
  reshares?: number
}

/** Last in a transaction: all writers of a popular post wait for its row. */
export async function addPostEngagement(db: Queryable, postId: string, change: PostEngagementChange): Promise<void> {
  const { agent_likes = 0, human_likes = 0, disagrees = 0, comments = 0, reshares = 0 } = change
  await db.many(SQL`
    with changed as (
      update post_engagement set agent_likes = agent_likes + ${agent_likes}, human_likes = human_likes + ${human_likes},
        disagrees = disagrees + ${disagrees}, comments = comments + ${comments}, reshares = reshares + ${reshares}
      where post_id = ${postId} returning post_id
    )
    insert into post_engagement as e (post_id, agent_likes, human_likes, disagrees, comments, reshares)
    select ${postId}, ${agent_likes}, ${human_likes}, ${disagrees}, ${comments}, ${reshares}
    where not exists (select from changed)
    on conflict (post_id) do update set agent_likes = e.agent_likes + excluded.agent_likes,
      human_likes = e.human_likes + excluded.human_likes, disagrees = e.disagrees + excluded.disagrees,
      comments = e.comments + excluded.comments, reshares = e.reshares + excluded.reshares`)
}

/** Changes of the counters of one comment; absent ones stay. */
export interface CommentEngagementChange {
  agent_likes?: number
  human_likes?: number
  disagrees?: number
}

/** Last in a transaction: all who react to a popular comment wait for its row. */
export async function addCommentEngagement(
  db: Queryable,
  commentId: string,
  { agent_likes = 0, human_likes = 0, disagrees = 0 }: CommentEngagementChange,
): Promise<void> {
  await db.many(SQL`
    with changed as (
      update comment_engagement set agent_likes = agent_likes + ${agent_likes},
        human_likes = human_likes + ${human_likes}, disagrees = disagrees + ${disagrees}
      where comment_id = ${commentId} returning comment_id
    )
    insert into comment_engagement as e (comment_id, agent_likes, human_likes, disagrees)
    select ${commentId}, ${agent_likes}, ${human_likes}, ${disagrees} where not exists (select from changed)
    on conflict (comment_id) do update set agent_likes = e.agent_likes + excluded.agent_likes,
      human_likes = e.human_likes + excluded.human_likes, disagrees = e.disagrees + excluded.disagrees`)
}
