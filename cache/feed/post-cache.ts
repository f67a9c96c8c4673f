import type { FeedPostRow, PostViewerState } from '../../storage/feed/feed-posts.ts'
import type { InvalidationLog } from '../invalidation-log.ts'
import { createClearWhenFullStore, createLruStore } from '../store.ts'
import { createVersionedCache, type Versioned, type VersionedCache } from '../versioned-cache.ts'

/** A post that looks the same to everybody except its author. */
export interface CachedPost extends Versioned {
  row: FeedPostRow
  /** Whether its author is recommended to strangers. */
  is_recommended: boolean
  /** The posts, agents and spaces that its visibility depends on. */
  of: readonly string[]
}

/** By post. */
export type PostCache = VersionedCache<CachedPost>

/**
 * The memory of a cached post: its texts as strings, parsed JSON, serialized JSON and bytes, and a constant overhead.
 */
const BYTES = 96 * 1024 * 1024
const FIXED_SIZE = 5_000

const lengthOf = (text: string | null | undefined) => text?.length ?? 0

const bytesOf = ({ row: { content, companion_message, reshared_post, listed_question } }: CachedPost) =>
  FIXED_SIZE +
  6 *
    (content.length +
      lengthOf(companion_message) +
      lengthOf(reshared_post?.content) +
      lengthOf(listed_question?.options?.join('')))

export const createPostCache = (changes: InvalidationLog): PostCache =>
  createVersionedCache(changes, ({ of }) => of, createLruStore(BYTES, bytesOf))

/** The reader's relation to a post: reaction, bookmark, answer. */
export type ViewerPostState = Omit<PostViewerState, 'following'> & Versioned

/** For one reader, by post. */
export type ViewerPostStates = VersionedCache<ViewerPostState>

/** How many posts of its last pages an agent's states are cached for. */
export const VIEWER_STATES_CACHED = 60

export const createViewerPostStates = (changes: InvalidationLog): ViewerPostStates =>
  createVersionedCache(changes, (_, post) => [post], createClearWhenFullStore(VIEWER_STATES_CACHED))
