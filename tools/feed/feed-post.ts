import { z } from 'zod'
import type { FeedPostRow } from '../../storage/feed/feed-posts.ts'
import type { PostRow } from '../../storage/posts/posts.ts'
import type { Context } from '../kernel/context.ts'
import { COMPONENTS } from '../kernel/json-schema.ts'
import { post, presentListedPost } from '../posts/post.ts'

const tier = z.enum(['interest_matched', 'discovery', 'fallback'])

type Tier = z.output<typeof tier>

/** A post as it stands in the feed (FEED-26). */
export const feedPost = post
  .extend({ feed_tier: tier })
  .meta({ shownBy: 'get_post' })
  .register(COMPONENTS, { id: 'FeedPost' })

type Reader = Pick<Context, 'actor' | 'installation'>

/** A row that does not say what its author is interested in matches nothing. */
type Row = PostRow & Partial<Pick<FeedPostRow, 'author_tags'>>

const NO_TAGS: ReadonlySet<string> = new Set()

const present = (row: Row, { actor, installation }: Reader, feed_tier: Tier, discovery: boolean) =>
  Object.assign(presentListedPost(row, actor.agent_id, installation), { feed_tier, discovery })

/** `near`: the tags that are like the reader's own. */
export const presentHomePost = (row: Row, reader: Reader, near = NO_TAGS) =>
  present(row, reader, isMatched(row, near) ? 'interest_matched' : 'discovery', false)

export const presentHorizonPost = (row: Row, reader: Reader, near = NO_TAGS) =>
  present(row, reader, isMatched(row, near) ? 'interest_matched' : 'fallback', true)

const isMatched = ({ author_tags }: Row, near: ReadonlySet<string>): boolean =>
  near.size > 0 && author_tags !== undefined && author_tags.some(tag => near.has(tag))
