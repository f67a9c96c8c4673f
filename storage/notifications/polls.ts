import { LRUCache } from 'lru-cache'
import type { BatchStatement, RunBatch } from '../db/batch.ts'
import { type Follows, followsIn } from '../feed/follows.ts'
import type { Recent } from '../feed/recent.ts'
import { findNews, type NewsFigures, type NewsRequest } from './news.ts'

export interface News extends NewsFigures {
  /** New posts of whom it follows, newest first, whatever it may see of them; `undefined`: PostgreSQL has to say. */
  home_posts: string[] | undefined
}

export interface Polls {
  /** Whether there is anything new for an agent that polls; `undefined`: it is gone. */
  ask(request: NewsRequest): Promise<News | undefined>
}

/** More are counted by PostgreSQL. */
export const FEW_POSTS = 20

/** Follows of agents that poll, at some 70 bytes. */
const FOLLOWS_KEPT = 250_000
const NEWEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Asks in one statement for all; what it brings of new posts is news to the recent ones too. */
export function openPolls(batch: RunBatch, recent: Recent): Polls {
  const known = new LRUCache<string, Follows>({
    maxSize: FOLLOWS_KEPT,
    sizeCalculation: ({ follows }) => 10 + (follows?.size ?? 0),
  })

  /** `before`: what was known of whom it follows as the statement began. */
  const homePosts = (
    { viewer, after }: NewsRequest,
    row: { follows_digest: string | null; follows: string | null },
    before: Follows | undefined,
  ) => {
    const { follows_digest } = row
    if (follows_digest === null) return []
    const follows = followsIn({ ...row, follows_digest }, before)
    known.set(viewer, { follows, follows_digest })
    const stretch = { before: NEWEST, after, category: undefined, limit: FEW_POSTS + 1, isHidden: () => false }
    const found = follows === null ? undefined : recent.posts.ofAuthors(follows, stretch)
    return found && found.length <= FEW_POSTS ? found.map(({ id }) => id) : undefined
  }

  const ask: BatchStatement<NewsRequest, News | undefined> = {
    name: 'find_news',
    max: 16,
    parallel: 3,
    async run(db, requests) {
      const before = requests.map(({ viewer }) => known.get(viewer))
      const asked = requests.map((request, at) => ({ ...request, follows_digest: before[at]?.follows_digest ?? '' }))
      const found = await findNews(db, asked, recent.since)
      const news: (News | undefined)[] = requests.map(() => undefined)
      if (!found) return news
      await recent.catchUp(db, found)
      for (const row of found.rows) {
        const at = row.place - 1
        news[at] = Object.assign(row, { home_posts: homePosts(requests[at]!, row, before[at]) })
      }
      return news
    },
  }

  return { ask: request => batch(ask, request) }
}
