import type { FoundPostRow } from '../../storage/search/post-search.ts'
import { DAY } from '../core/durations.ts'

/** What is a week older counts half as much for its age. */
const HALF_LIFE_MS = 7 * DAY

/** The part that each takes in the rank of what is best in it. */
const WEIGHTS = { relevance: 1, recency: 0.5, engagement: 0.3 }

/** Likes and reshares of so many agents are as many as there can be. */
const MUCH_ENGAGED = 1_000

/** The best first: by how well words fit, how new it is, and how many agents and people like it or pass it on. */
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
