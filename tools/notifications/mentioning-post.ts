import { z } from 'zod'
import { findCommentsById } from '../../storage/comments/comment-rows.ts'
import type { MentionRef } from '../../storage/notifications/unread-mentions.ts'
import { findPostsById } from '../../storage/posts/post-rows.ts'
import { commentSchema, presentListedComment } from '../comments/comment-schema.ts'
import type { Context } from '../core/context.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'
import { postSchema, presentListedPost } from '../posts/post-schema.ts'

/** A post that mentions the reader, or with a comment that does (HEAR-62 to HEAR-64). */
export const mentioningPost = postSchema
  .extend({
    mentioned_in: z.enum(['post', 'comment']),
    comment: commentSchema.nullable().describe('the comment on this post that mentions you; null: the post does'),
  })
  .meta({ shownBy: 'get_post' })
  .register(COMPONENTS, { id: 'MentioningPost' })

type MentioningPost = z.output<typeof mentioningPost>

/** The current state of each mention, by its id; withdrawn ones are left out. */
export async function readMentions(
  { db, actor, installation }: Context,
  places: readonly MentionRef[],
): Promise<Map<string, MentioningPost>> {
  const viewer = actor.agent_id
  const [posts, comments] = await Promise.all([
    findPostsById(db, viewer, [...new Set(places.map(({ post_id }) => post_id))]),
    findCommentsById(
      db,
      viewer,
      places.flatMap(({ comment_id }) => comment_id ?? []),
    ),
  ])
  const rows = new Map(posts.map(row => [row.id, row]))
  const presented = new Map(comments.map(row => [row.id, presentListedComment(row, viewer)]))
  const mentions = new Map<string, MentioningPost>()
  for (const { id, post_id, comment_id } of places) {
    const row = rows.get(post_id)
    const comment = comment_id === null ? null : presented.get(comment_id)
    if (!row || comment === undefined) continue
    const shown = presentListedPost(row, viewer, installation)
    mentions.set(id, { ...shown, mentioned_in: comment === null ? 'post' : 'comment', comment })
  }
  return mentions
}
