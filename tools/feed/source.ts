import { type Hidden, hiddenSince } from '../../remembered/feed/hidden.ts'
import type { Reader } from '../../remembered/feed/readers.ts'
import type { RecentPosts } from '../../remembered/recent/recent-posts.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { type Candidate, findHomePosts, findStrangersPosts, type Lane } from '../../storage/feed/feed.ts'
import type { PostKind } from '../../storage/feed/news.ts'

/** Where the lanes of one page have their posts from, newest first. */
export interface Source {
  home(lane: Lane): Promise<string[]>
  /** `undefined`: this page has read enough. Authors of `without` may be left out. */
  strangers(lane: Lane, of: PostKind, without: ReadonlySet<string>): Promise<Stranger[] | undefined>
}

/** `is_kindred`: its author shows an interest like the reader's. */
export type Stranger = Candidate & { is_kindred?: boolean }

/** A page reads no further than this many stretches; the next one goes on from there. */
const STRETCHES = 20

/** Asks PostgreSQL, which answers nothing but what the reader may see. */
export function fromTables(db: Queryable, { following, near }: Pick<Reader, 'following' | 'near'>): Source {
  let stretchesLeft = STRETCHES
  return {
    home: lane => findHomePosts(db, lane, following),
    async strangers(lane, of) {
      return stretchesLeft-- > 0 ? await findStrangersPosts(db, lane, of, [...near]) : undefined
    },
  }
}

/** Knows nothing. */
export const NOWHERE: Source = { home: async () => [], strangers: async () => undefined }

/** A source whose posts its reader may not see, until PostgreSQL says so. */
export interface UnjudgedSource extends Source {
  given: ReadonlyMap<string, Candidate>
  /** Left out as hidden, and since when that is known. */
  passed: ReadonlyMap<string, Passed>
  /** Whether the recent posts were enough. */
  sufficed(): boolean
}

export type Passed = Candidate & { since: number }

/** Looks into the recent posts, but for `hidden` ones, and asks `older` where these do not reach. */
export function fromRecentPosts(
  recent: RecentPosts,
  follows: ReadonlySet<string>,
  hidden: Hidden,
  older: Source,
): UnjudgedSource {
  const given = new Map<string, Candidate>()
  const passed = new Map<string, Passed>()
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
    given,
    passed,
    sufficed: () => isEnough,
    async home(lane) {
      const found = recent.ofAuthors(follows, { ...lane, isHidden })
      return found ? give(found).map(({ id }) => id) : ask(older.home(lane))
    },
    async strangers(lane, of, without) {
      const isPassed = (author: string) => follows.has(author) || author === lane.viewer || without.has(author)
      const found = recent.ofKind(of, isPassed, { ...lane, isHidden })
      return found ? give(found) : ask(older.strangers(lane, of, without))
    },
  }
}
