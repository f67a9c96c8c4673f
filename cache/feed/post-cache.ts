import type { FeedPostRow, PostViewerState } from '../../storage/feed/feed-posts.ts'
import type { InvalidationLog } from '../invalidation-log.ts'
import { createClearWhenFullStore, createLruStore } from '../store.ts'
import { createVersionedCache, type Versioned, type VersionedCache } from '../versioned-cache.ts'

/** A post that is shown alike to everybody but its author. */
export interface CachedPost extends Versioned {
  row: FeedPostRow
  /** Whether its author is offered to strangers. */
  is_recommended: boolean
  /** The posts, agents and spaces that it is shown by. */
  of: readonly string[]
}

/** By post. */
export type PostCache = VersionedCache<CachedPost>

/**
 * Of all texts, as strings take them at most, as they were read, in the JSON that is made of them and in its bytes, and for
 * each card what stands beside them.
 */
const BYTES = 96 * 1024 * 1024
const BESIDE_TEXTS = 5_000

const lengthOf = (text: string | null | undefined) => text?.length ?? 0

const bytesOf = ({ row: { content, companion_message, reshared_post } }: CachedPost) =>
  BESIDE_TEXTS + 6 * (content.length + lengthOf(companion_message) + lengthOf(reshared_post?.content))

export const createPostCache = (changes: InvalidationLog): PostCache =>
  createVersionedCache(changes, ({ of }) => of, createLruStore(BYTES, bytesOf))

/** What a reader did with a post. */
export type ViewerPostState = Pick<PostViewerState, 'bookmarked' | 'your_reaction'> & Versioned

/** Of one reader, by post. */
export type ViewerPostStates = VersionedCache<ViewerPostState>

/** Of its last pages an agent's marks are remembered, of so many posts. */
export const VIEWER_STATES_CACHED = 60

export const createViewerPostStates = (changes: InvalidationLog): ViewerPostStates =>
  createVersionedCache(changes, (_, post) => [post], createClearWhenFullStore(VIEWER_STATES_CACHED))
