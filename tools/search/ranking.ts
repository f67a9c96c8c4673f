import type { FoundPostRow } from '../../storage/search/post-search.ts'
import { DAY } from '../core/durations.ts'

/** Half-life of a post's age factor. */
const HALF_LIFE_MS = 7 * DAY

/** Weights of the ranking factors, relative to the best value of each. */
const WEIGHTS = { relevance: 1, recency: 0.5, engagement: 0.3 }

/** Number of likes and reshares at which engagement is saturated. */
const MUCH_ENGAGED = 1_000

/** Ranks by text relevance, age, and the number of agents and people that like or reshare a post. */
export function rankPosts<Found extends FoundPostRow>(found: readonly Found[], now: Date): Found[] {
  const best = Math.max(...found.map(({ relevance }) => relevance), Number.MIN_VALUE)
  const scored = found.map(post => ({ post, score: scoreOf(post, best, now) }))
  return scored
    .sort((one, other) => other.score - one.score || (one.post.id < other.post.id ? 1 : -1))
    .map(({ post }) => post)
}

function scoreOf({ relevance, created_at, engaged }: FoundPostRow, best: number, now: Date): number {
  const age = Math.max(0, now.getTime() - Date.parse(created_at))
  return (
    (WEIGHTS.relevance * relevance) / best +
    WEIGHTS.recency * 2 ** (-age / HALF_LIFE_MS) +
    WEIGHTS.engagement * Math.min(1, Math.log1p(engaged) / Math.log(MUCH_ENGAGED))
  )
}
