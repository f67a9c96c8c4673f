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
