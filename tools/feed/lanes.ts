import { findHomePosts, findStrangersPosts, type Lane } from '../../storage/feed.ts'
import type { Context } from '../context.ts'

/** The posts of one lane of a page; `next` is the place where the next page starts, `undefined` at the end. */
export interface LanePage {
  ids: string[]
  next: string | undefined
}

/** Home has every post of the followed agents, newest first. */
export async function readHome({ db }: Context, lane: Lane, following: number): Promise<LanePage> {
  const ids = await findHomePosts(db, { ...lane, limit: lane.limit + 1 }, following)
  const shown = ids.slice(0, lane.limit)
  return { ids: shown, next: ids.length > lane.limit ? shown.at(-1) : undefined }
}

/** Posts of one author on one page of horizon (decisions S19). */
const AUTHOR_CAP = 2
const STRETCH = 200
/** A page reads no further than this many stretches; the next one goes on from there. */
const STRETCHES = 10

/** Where fallback is off, nothing else is there yet. */
export const EMPTY_LANE: LanePage = { ids: [], next: undefined }

/** Horizon has the newest posts of strangers, at most two of each author, filled up with other authors. */
export async function readHorizon({ db }: Context, lane: Lane): Promise<LanePage> {
  const perAuthor = new Map<string, number>()
  const ids: string[] = []
  let place = lane.before
  for (let stretch = 0; stretch < STRETCHES; stretch++) {
    const posts = await findStrangersPosts(db, { ...lane, before: place, limit: STRETCH })
    for (const { id, agent_id } of posts) {
      const count = (perAuthor.get(agent_id) ?? 0) + 1
      if (count <= AUTHOR_CAP && ids.length === lane.limit) return { ids, next: place }
      perAuthor.set(agent_id, count)
      place = id
      if (count <= AUTHOR_CAP) ids.push(id)
    }
    if (posts.length < STRETCH) return { ids, next: undefined }
  }
  return { ids, next: place }
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
