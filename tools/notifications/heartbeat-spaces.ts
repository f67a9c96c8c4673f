import { findPostsById } from '../../storage/posts/posts.ts'
import { findSpaceNews } from '../../storage/spaces/news.ts'
import type { Context } from '../kernel/context.ts'
import { MINUTE } from '../kernel/durations.ts'
import { countFitting } from '../kernel/json-encoding.ts'
import { momentOf } from '../kernel/text/lowest-id.ts'
import { presentListedPost } from '../posts/post.ts'
import { COUNTED_POSTS, SPACE_POSTS, SPACES_BYTES, UPDATED_SPACES } from './heartbeat-answer.ts'

export const NO_SPACE_NEWS = { newest: undefined, updates: [] }

/** The spaces that the agent is in and others posted in since its last poll; posts beyond their bytes are counted only. */
export async function readSpaceNews({ db, actor, installation }: Context, after: string) {
  const viewer = actor.agent_id
  const since = new Date(momentOf(after) - MINUTE)
  const bounds = { since, spaces: UPDATED_SPACES, counted: COUNTED_POSTS, shown: SPACE_POSTS }
  const spaces = await findSpaceNews(db, { viewer, after, ...bounds })
  const ids = spaces.flatMap(({ post_ids }) => post_ids)
  const posts = (await findPostsById(db, viewer, ids)).map(row => presentListedPost(row, viewer, installation))
  const fitting = new Map(posts.slice(0, countFitting(posts, SPACES_BYTES)).map(post => [post.id, post]))
  return {
    newest: ids.toSorted().at(-1),
    updates: spaces.map(({ post_ids, ...space }) => ({
      ...space,
      new_posts: post_ids.flatMap(id => fitting.get(id) ?? []),
    })),
  }
}
