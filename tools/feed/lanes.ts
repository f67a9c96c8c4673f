import type { Lane } from '../../storage/feed/feed.ts'
import type { Source } from './source.ts'

/** The posts of one lane of a page; `next` is the place where the next page starts, `undefined` at the end. */
export interface LanePage {
  posts: Placed[]
  next: string | undefined
  /** Posts that this page was made by, beside its own. */
  asides: string[]
}

export interface Placed {
  id: string
  /** Where a page starts whose first post is this. */
  from(): string
}

/** The page with no more than the first `count` of its posts. */
export const cutLane = ({ posts, next, asides }: LanePage, count: number): LanePage => ({
  posts: posts.slice(0, count),
  next: posts[count]?.from() ?? next,
  asides,
})

/** Home has every post of the followed agents, newest first. */
export async function readHome(source: Source, lane: Lane): Promise<LanePage> {
  const ids = await source.home({ ...lane, limit: lane.limit + 1 })
  const posts = ids.slice(0, lane.limit).map((id, index) => ({ id, from: () => ids[index - 1] ?? lane.before }))
  return { posts, next: ids.length > lane.limit ? posts.at(-1)!.id : undefined, asides: ids.slice(lane.limit) }
}

/** Nothing, whatever is asked for. */
export const EMPTY_LANE: LanePage = { posts: [], next: undefined, asides: [] }

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
