import type { BatchStatement, RunBatch } from '../../storage/db/batch.ts'
import { followsIn } from '../../storage/feed/follows.ts'
import {
  type Asked,
  type FoundRow,
  findNews,
  type NewsFigures,
  type NewsRequest,
} from '../../storage/notifications/news.ts'
import type { Recent } from '../recent/recent.ts'

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

const NEWEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Asks in one statement for all; what it brings of new posts is news to the recent ones too. */
export function openPolls(batch: RunBatch, recent: Recent): Polls {
  const { follows: known } = recent

  /** Whom an agent follows; `undefined`: it began to follow somebody meanwhile. */
  const followsOf = (
    { viewer, asks_follows }: Asked,
    { follows: read, following_count }: FoundRow,
    read_at: number,
  ) => {
    if (!asks_follows) return known.find(viewer)?.follows
    const follows = followsIn(read, following_count)
    known.keep(viewer, { follows, read_at })
    return follows
  }

  const homePosts = (asked: Asked, row: FoundRow, read_at: number) => {
    if (!row.has_posts) return []
    const follows = followsOf(asked, row, read_at)
    const { after } = asked
    const stretch = { before: NEWEST, after, category: undefined, limit: FEW_POSTS + 1, isHidden: () => false }
    const found = follows ? recent.posts.ofAuthors(follows, stretch) : undefined
    return found && found.length <= FEW_POSTS ? found.map(({ id }) => id) : undefined
  }

  const ask: BatchStatement<NewsRequest, News | undefined> = {
    name: 'find_news',
    max: 16,
    parallel: 3,
    async run(db, requests) {
      const asked = requests.map((request): Asked => ({ ...request, asks_follows: known.find(request.viewer) ? 0 : 1 }))
      const found = await findNews(db, asked, recent.since)
      const news: (News | undefined)[] = requests.map(() => undefined)
      if (!found) return news
      const read_at = await recent.catchUp(db, found)
      for (const row of found.rows) {
        const at = row.place - 1
        news[at] = Object.assign(row, { home_posts: homePosts(asked[at]!, row, read_at) })
      }
      return news
    },
  }

  return { ask: request => batch(ask, request) }
}
