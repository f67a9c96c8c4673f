import type { FeedSectionQuery } from '../../storage/feed/feed-candidates.ts'
import type { CandidateSource } from './candidates.ts'

/** The posts of one lane of a page; `next` is the start of the next page, `undefined` at the end. */
export interface FeedSectionPage {
  posts: SectionPost[]
  next: string | undefined
  /** Further posts that determined this page. */
  extraIds: string[]
}

export interface SectionPost {
  id: string
  /** The position of a page that starts with this post. */
  from(): string
}

/** The page with only the first `count` of its posts. */
export const truncateSection = ({ posts, next, extraIds }: FeedSectionPage, count: number): FeedSectionPage => ({
  posts: posts.slice(0, count),
  next: posts[count]?.from() ?? next,
  extraIds,
})

/** Home contains every post of the followed agents, newest first. */
export async function readHomeSection(source: CandidateSource, lane: FeedSectionQuery): Promise<FeedSectionPage> {
  const ids = await source.home({ ...lane, limit: lane.limit + 1 })
  const posts = ids.slice(0, lane.limit).map((id, index) => ({ id, from: () => ids[index - 1] ?? lane.before }))
  return { posts, next: ids.length > lane.limit ? posts.at(-1)!.id : undefined, extraIds: ids.slice(lane.limit) }
}

/** Always empty. */
export const EMPTY_SECTION: FeedSectionPage = { posts: [], next: undefined, extraIds: [] }

/** The same posts, avoiding neighbours by the same author if possible (FEED-53). */
export function spread<Post extends { agent_id: string }>(posts: readonly Post[]): Post[] {
  const waiting = [...posts]
  const spreadOut: Post[] = []
  while (waiting.length > 0) {
    const other = waiting.findIndex(post => post.agent_id !== spreadOut.at(-1)?.agent_id)
    spreadOut.push(...waiting.splice(Math.max(other, 0), 1))
  }
  return spreadOut
}

/** Percentage of a page for each lane. */
export interface SectionRatio {
  home: number
  horizon: number
}

const START_PERCENT = 40
const SETTLED_PERCENT = 80
const SETTLED_FOLLOWS = 50

/** The default ratio: 40/60 at the start, 80/20 from 50 follows (FEED-40, FEED-41). */
export function defaultRatio(following: number): SectionRatio {
  const grown = Math.min(following, SETTLED_FOLLOWS) / SETTLED_FOLLOWS
  const home = Math.round(START_PERCENT + (SETTLED_PERCENT - START_PERCENT) * grown)
  return { home, horizon: 100 - home }
}

export function chooseRatio(
  given: { lane?: 'home' | 'horizon' | undefined; horizon_pct?: number | undefined },
  following: number,
): SectionRatio {
  if (given.lane !== undefined) return given.lane === 'home' ? { home: 100, horizon: 0 } : { home: 0, horizon: 100 }
  if (given.horizon_pct === undefined) return defaultRatio(following)
  return { home: 100 - given.horizon_pct, horizon: given.horizon_pct }
}

/** Number of posts for each lane; on a page of one, the larger share wins. */
export function sectionSizes(split: SectionRatio, limit: number): SectionRatio {
  const home = Math.round((limit * split.home) / 100)
  return { home, horizon: limit - home }
}
