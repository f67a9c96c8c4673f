import type { BatchStatement, RunBatch } from '../../storage/db/batch.ts'
import { followsIn } from '../../storage/feed/followed-ids.ts'
import {
  findUnreadSummaries,
  type UnreadQuery,
  type UnreadRow,
  type UnreadSummary,
  type UnreadSummaryRequest,
} from '../../storage/notifications/unread-summary.ts'
import type { RecentIndex } from '../recent/recent-index.ts'

export interface PolledActivity extends UnreadSummary {
  /**
   * New posts of followed agents, newest first, regardless of visibility; `undefined` if PostgreSQL must be queried.
   */
  home_posts: string[] | undefined
}

export interface ActivityPolls {
  /** Whether there is anything new for a polling agent; `undefined` if the agent was deleted. */
  poll(request: UnreadSummaryRequest): Promise<PolledActivity | undefined>
}

/** Beyond this number PostgreSQL counts. */
export const FEW_POSTS = 20

const NEWEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Queries all agents in one statement; the new posts that it returns update the recent posts too. */
export function createActivityPolls(batch: RunBatch, recent: RecentIndex): ActivityPolls {
  const { follows: known } = recent

  /** The agents that an agent follows; `undefined` if it followed somebody in the meantime. */
  const followsOf = (
    { viewer, asks_follows }: UnreadQuery,
    { follows: read, following_count }: UnreadRow,
    read_at: number,
  ) => {
    if (!asks_follows) return known.find(viewer)?.follows
    const follows = followsIn(read, following_count)
    known.store(viewer, { follows, read_at })
    return follows
  }

  const homePosts = (query: UnreadQuery, row: UnreadRow, read_at: number) => {
    if (!row.has_posts) return []
    const follows = followsOf(query, row, read_at)
    const { after } = query
    const stretch = { before: NEWEST, after, category: undefined, limit: FEW_POSTS + 1, isHidden: () => false }
    const found = follows ? recent.posts.ofAuthors(follows, stretch) : undefined
    return found && found.length <= FEW_POSTS ? found.map(({ id }) => id) : undefined
  }

  const ask: BatchStatement<UnreadSummaryRequest, PolledActivity | undefined> = {
    name: 'find_unread_summaries',
    max: 16,
    parallel: 3,
    async run(db, requests) {
      const queries = requests.map(
        (request): UnreadQuery => ({ ...request, asks_follows: known.find(request.viewer) ? 0 : 1 }),
      )
      const found = await findUnreadSummaries(db, queries, recent.since)
      const news: (PolledActivity | undefined)[] = requests.map(() => undefined)
      if (!found) return news
      const read_at = await recent.catchUp(db, found)
      for (const row of found.rows) {
        const at = row.ordinal - 1
        news[at] = Object.assign(row, { home_posts: homePosts(queries[at]!, row, read_at) })
      }
      return news
    },
  }

  return { poll: request => batch(ask, request) }
}
