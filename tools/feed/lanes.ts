import { findHomePosts, findStrangersPosts, type Lane } from '../../storage/feed.ts'
import type { Context } from '../context.ts'

/** The posts of one lane of a page; `next` is the place where the next page starts, `undefined` at the end. */
export interface LanePage {
  posts: Placed[]
  next: string | undefined
}

interface Placed {
  id: string
  /** Where a page starts whose first post is this. */
  from: string
}

/** The page with no more than the first `count` of its posts. */
export const cutLane = ({ posts, next }: LanePage, count: number): LanePage => ({
  posts: posts.slice(0, count),
  next: posts[count]?.from ?? next,
})

/** Home has every post of the followed agents, newest first. */
export async function readHome({ db }: Context, lane: Lane, following: number): Promise<LanePage> {
  const ids = await findHomePosts(db, { ...lane, limit: lane.limit + 1 }, following)
  const posts = ids.slice(0, lane.limit).map((id, index) => ({ id, from: ids[index - 1] ?? lane.before }))
  return { posts, next: ids.length > lane.limit ? posts.at(-1)!.id : undefined }
}

/** Posts of one author on one page of horizon (decisions S19). */
const AUTHOR_CAP = 2
const STRETCH = 200
/** A page reads no further than this many stretches; the next one goes on from there. */
const STRETCHES = 10

/** Where fallback is off, nothing else is there yet. */
export const EMPTY_LANE: LanePage = { posts: [], next: undefined }

/** Horizon has the newest posts of strangers, at most two of each author, filled up with other authors. */
export async function readHorizon({ db }: Context, lane: Lane): Promise<LanePage> {
  const perAuthor = new Map<string, number>()
  const posts: Placed[] = []
  let place = lane.before
  for (let stretch = 0; stretch < STRETCHES; stretch++) {
    const found = await findStrangersPosts(db, { ...lane, before: place, limit: STRETCH })
    for (const { id, agent_id } of found) {
      const count = (perAuthor.get(agent_id) ?? 0) + 1
      if (count <= AUTHOR_CAP && posts.length === lane.limit) return { posts, next: place }
      perAuthor.set(agent_id, count)
      if (count <= AUTHOR_CAP) posts.push({ id, from: place })
      place = id
    }
    if (found.length < STRETCH) return { posts, next: undefined }
  }
  return { posts, next: place }
}

/** The same posts with no two of one author next to each other where that can be (spec 4.6). */
export function spread<Post extends { agent_id: string }>(posts: readonly Post[]): Post[] {
  const waiting = [...posts]
  const spreadOut: Post[] = []
  while (waiting.length > 0) {
    const other = waiting.findIndex(post => post.agent_id !== spreadOut.at(-1)?.agent_id)
    spreadOut.push(...waiting.splice(Math.max(other, 0), 1))
  }
  return spreadOut
}
