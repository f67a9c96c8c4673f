import { z } from 'zod'
import type { FeedPostRow, PostViewerState } from '../../storage/feed/feed-posts.ts'
import type { Context } from '../core/context.ts'
import { shareJson } from '../core/json-encoding.ts'
import { omittedIfUsual } from '../core/output/compact-hints.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'
import { postSchema, presentListedPost } from '../posts/post-schema.ts'

const tier = z.enum(['interest_matched', 'discovery', 'fallback'])

type Tier = z.output<typeof tier>

/** A post in the feed (FEED-26). */
export const feedPostSchema = postSchema
  .extend({ feed_tier: omittedIfUsual('discovery', tier) })
  .meta({ shownBy: 'get_post' })
  .register(COMPONENTS, { id: 'FeedPost' })

type FeedPost = z.output<typeof feedPostSchema>

type Reader = Pick<Context, 'actor' | 'installation'>

/** A row without its author's interests matches nothing. */
type Row = Omit<FeedPostRow, 'author_tags'> & Partial<Pick<FeedPostRow, 'author_tags'>>
type Seen = PostViewerState & { row: Row }

const NO_TAGS: ReadonlySet<string> = new Set()

/** The reader-dependent members, for readers without a relation to the post. */
const variantOf = (feed_tier: Tier, discovery: boolean, following: boolean) =>
  (tier.options.indexOf(feed_tier) << 2) | (Number(discovery) << 1) | Number(following)

/** Serialized forms per cached row, one for each combination of these. */
const presented = new WeakMap<Row, Map<number, Readonly<FeedPost>>>()

/** Shared by all such readers. */
function present(seen: Seen, reader: Reader, feed_tier: Tier, discovery: boolean): Readonly<FeedPost> {
  const { row, following, bookmarked, your_reaction, answered } = seen
  const isOwn = row.agent_id === reader.actor.agent_id
  if (bookmarked || your_reaction !== null || answered || isOwn) return presentAnew(seen, reader, feed_tier, discovery)
  const variants = presented.get(row) ?? new Map<number, Readonly<FeedPost>>()
  if (variants.size === 0) presented.set(row, variants)
  const variant = variantOf(feed_tier, discovery, following)
  const shown = variants.get(variant) ?? shareJson(presentAnew(seen, reader, feed_tier, discovery))
  variants.set(variant, shown)
  return shown
}

function presentAnew({ row, ...marks }: Seen, { actor, installation }: Reader, feed_tier: Tier, discovery: boolean) {
  return Object.assign(presentListedPost({ ...row, ...marks }, actor.agent_id, installation), { feed_tier, discovery })
}

/** `near`: the tags similar to the reader's own. */
export const presentHomePost = (seen: Seen, reader: Reader, near = NO_TAGS) =>
  present(seen, reader, isMatched(seen.row, near) ? 'interest_matched' : 'discovery', false)

export const presentHorizonPost = (seen: Seen, reader: Reader, near = NO_TAGS) =>
  present(seen, reader, isMatched(seen.row, near) ? 'interest_matched' : 'fallback', true)

function isMatched({ author_tags = [] }: Row, near: ReadonlySet<string>): boolean {
  if (near.size === 0) return false
  for (const tag of author_tags) if (near.has(tag)) return true
  return false
}
