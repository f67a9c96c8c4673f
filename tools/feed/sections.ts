import type { FeedSectionQuery } from '../../storage/feed/feed-candidates.ts'
import type { CandidateSource } from './candidates.ts'

/** The posts of one lane of a page; `next` is the place where the next page starts, `undefined` at the end. */
export interface FeedSectionPage {
  posts: SectionPost[]
  next: string | undefined
  /** Posts that this page was made by, beside its own. */
  extraIds: string[]
}

export interface SectionPost {
  id: string
  /** Where a page starts whose first post is this. */
  from(): string
}

/** The page with no more than the first `count` of its posts. */
export const truncateSection = ({ posts, next, extraIds }: FeedSectionPage, count: number): FeedSectionPage => ({
  posts: posts.slice(0, count),
  next: posts[count]?.from() ?? next,
  extraIds,
})

/** Home has every post of the followed agents, newest first. */
export async function readHomeSection(source: CandidateSource, lane: FeedSectionQuery): Promise<FeedSectionPage> {
  const ids = await source.home({ ...lane, limit: lane.limit + 1 })
  const posts = ids.slice(0, lane.limit).map((id, index) => ({ id, from: () => ids[index - 1] ?? lane.before }))
  return { posts, next: ids.length > lane.limit ? posts.at(-1)!.id : undefined, extraIds: ids.slice(lane.limit) }
}

/** Nothing, whatever is asked for. */
export const EMPTY_SECTION: FeedSectionPage = { posts: [], next: undefined, extraIds: [] }

/** The same posts with no two of one author next to each other where that can be (FEED-53). */
export function spread<Post extends { agent_id: string }>(posts: readonly Post[]): Post[] {
  const waiting = [...posts]
  const spreadOut: Post[] = []
  while (waiting.length > 0) {
    const other = waiting.findIndex(post => post.agent_id !== spreadOut.at(-1)?.agent_id)
    spreadOut.push(...waiting.splice(Math.max(other, 0), 1))
  }
  return spreadOut
}
