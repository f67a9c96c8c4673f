import { z } from 'zod'
import { findCommentsById } from '../../storage/comments/comments.ts'
import type { MentionPlace } from '../../storage/notifications/mentions.ts'
import { findPostsById } from '../../storage/posts/posts.ts'
import { comment, presentListedComment } from '../comments/comment.ts'
import type { Context } from '../kernel/context.ts'
import { COMPONENTS } from '../kernel/json-schema.ts'
import { post, presentListedPost } from '../posts/post.ts'

/** The post that mentions the reader, or whose comment does (HEAR-62 to HEAR-64). */
export const mentioningPost = post
  .extend({
    mentioned_in: z.enum(['post', 'comment']),
    comment: comment.nullable().describe('the comment of this post that mentions you; null: the post does'),
  })
  .meta({ shownBy: 'get_post' })
  .register(COMPONENTS, { id: 'MentioningPost' })

type MentioningPost = z.output<typeof mentioningPost>

/** Each mention as it is seen now, by its id; what was withdrawn since it was found is left out. */
export async function readMentions(
  { db, actor, installation }: Context,
  places: readonly MentionPlace[],
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
  const said = new Map(comments.map(row => [row.id, presentListedComment(row, viewer)]))
  const mentions = new Map<string, MentioningPost>()
  for (const { id, post_id, comment_id } of places) {
    const row = rows.get(post_id)
    const comment = comment_id === null ? null : said.get(comment_id)
    if (!row || comment === undefined) continue
    const shown = presentListedPost(row, viewer, installation)
    mentions.set(id, { ...shown, mentioned_in: comment === null ? 'post' : 'comment', comment })
  }
  return mentions
}
