import { type HiddenIds, hiddenSince } from '../../cache/feed/hidden-posts.ts'
import type { CachedReader } from '../../cache/feed/reader-cache.ts'
import type { RecentPosts } from '../../cache/recent/recent-posts.ts'
import type { Queryable } from '../../storage/db/db.ts'
import {
  type Candidate,
  type FeedSectionQuery,
  findHomePosts,
  findHorizonPosts,
} from '../../storage/feed/feed-candidates.ts'
import type { PostKind } from '../../storage/feed/post-delta.ts'

/** The source of the posts for the lanes of one page, newest first. */
export interface CandidateSource {
  home(lane: FeedSectionQuery): Promise<string[]>
  /** `undefined`: the page has reached its read limit. Authors in `without` may be left out. */
  unfollowed(lane: FeedSectionQuery, of: PostKind, without: ReadonlySet<string>): Promise<UnfollowedPost[] | undefined>
}

/** `shares_interest`: its author shows an interest similar to the reader's. */
export type UnfollowedPost = Candidate & { shares_interest?: boolean }

/** Maximum ranges that a page reads; the next page continues from there. */
const STRETCHES = 20

/** Queries PostgreSQL, which returns only what the reader may see. */
export function fromTables(
  db: Queryable,
  { following, near }: Pick<CachedReader, 'following' | 'near'>,
): CandidateSource {
  let stretchesLeft = STRETCHES
  return {
    home: lane => findHomePosts(db, lane, following),
    async unfollowed(lane, of) {
      return stretchesLeft-- > 0 ? await findHorizonPosts(db, lane, of, [...near]) : undefined
    },
  }
}

/** Has no recent posts. */
export const NO_CURSOR: CandidateSource = { home: async () => [], unfollowed: async () => undefined }

/** A source whose posts are not verified to be visible until PostgreSQL checks them. */
export interface UncheckedSource extends CandidateSource {
  candidates: ReadonlyMap<string, Candidate>
  /** Left out as hidden, with the version since when that is known. */
  filteredOut: ReadonlyMap<string, FilteredOut>
  /** Whether the recent posts were sufficient. */
  wasEnough(): boolean
}

export type FilteredOut = Candidate & { since: number }

/** Reads the recent posts except `hidden` ones, and queries `older` beyond them. */
export function fromRecentPosts(
  recent: RecentPosts,
  follows: ReadonlySet<string>,
  hidden: HiddenIds,
  older: CandidateSource,
): UncheckedSource {
  const given = new Map<string, Candidate>()
  const passed = new Map<string, FilteredOut>()
  const isHidden = (post: Candidate) => {
    const since = hiddenSince(hidden, post)
    if (since === undefined) return false
    passed.set(post.id, { ...post, since })
    return true
  }
  const give = (found: Candidate[]) => {
    for (const post of found) given.set(post.id, post)
    return found
  }
  let isEnough = true
  const ask = <Found>(further: Promise<Found>): Promise<Found> => {
    isEnough = false
    return further
  }
  return {
    candidates: given,
    filteredOut: passed,
    wasEnough: () => isEnough,
    async home(lane) {
      const found = recent.ofAuthors(follows, { ...lane, isHidden })
      return found ? give(found).map(({ id }) => id) : ask(older.home(lane))
    },
    async unfollowed(lane, of, without) {
      const isPassed = (author: string) => follows.has(author) || author === lane.viewer || without.has(author)
      const found = recent.ofKind(of, isPassed, { ...lane, isHidden })
      return found ? give(found) : ask(older.unfollowed(lane, of, without))
    },
  }
}
