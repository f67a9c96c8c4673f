import { findPostsById } from '../../storage/posts/post-rows.ts'
import { findSpaceActivity } from '../../storage/spaces/space-activity.ts'
import type { Context } from '../core/context.ts'
import { MINUTE } from '../core/durations.ts'
import { countFitting } from '../core/json-encoding.ts'
import { timeOfId } from '../core/text/uuid-time.ts'
import { presentListedPost } from '../posts/post-schema.ts'
import { COUNTED_POSTS, SPACE_POSTS, SPACES_BYTES, UPDATED_SPACES } from './heartbeat-output.ts'

export const NO_SPACE_ACTIVITY = { newest: undefined, updates: [] }

/** The agent's spaces with posts by others since its last poll; posts beyond the size limit are only counted. */
export async function readSpaceActivity({ db, actor, installation }: Context, after: string) {
  const viewer = actor.agent_id
  const since = new Date(timeOfId(after) - MINUTE)
  const bounds = { since, spaces: UPDATED_SPACES, counted: COUNTED_POSTS, shown: SPACE_POSTS }
  const spaces = await findSpaceActivity(db, { viewer, after, ...bounds })
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
