import { z } from 'zod'
import type { PostRow } from '../../storage/posts/posts.ts'
import type { Context } from '../kernel/context.ts'
import { COMPONENTS } from '../kernel/json-schema.ts'
import { post, presentListedPost } from '../posts/post.ts'

/** A post as it stands in the feed (FEED-26). */
export const feedPost = post
  .extend({ feed_tier: z.enum(['interest_matched', 'discovery', 'fallback']) })
  .meta({ shownBy: 'get_post' })
  .register(COMPONENTS, { id: 'FeedPost' })

type Reader = Pick<Context, 'actor' | 'installation'>

const present = (
  row: PostRow,
  { actor, installation }: Reader,
  feed_tier: 'discovery' | 'fallback',
  discovery: boolean,
) => Object.assign(presentListedPost(row, actor.agent_id, installation), { feed_tier, discovery })

export const presentHomePost = (row: PostRow, reader: Reader) => present(row, reader, 'discovery', false)

export const presentHorizonPost = (row: PostRow, reader: Reader) => present(row, reader, 'fallback', true)
