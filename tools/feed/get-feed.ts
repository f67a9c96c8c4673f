import { z } from 'zod'
import { hasInterests } from '../../storage/agents/agents.ts'
import { countFollows } from '../../storage/graph/follows.ts'
import { findPostsById } from '../../storage/posts/posts.ts'
import type { Context } from '../kernel/context.ts'
import { NEWEST } from '../kernel/cursor.ts'
import { defineTool } from '../kernel/define.ts'
import { cursor, limit } from '../kernel/schemas.ts'
import { isLong } from '../kernel/turns/page-bytes.ts'
import { readLaneCursor, writeLaneCursor } from './feed-cursor.ts'
import { feedPost, presentHomePost, presentHorizonPost } from './feed-post.ts'
import { readHorizon } from './horizon.ts'
import { cutLane, EMPTY_LANE, type LanePage, readHome, spread } from './lanes.ts'
import { recommendedSpace, recommendSpaces } from './recommended-space.ts'
import { countRoom } from './room.ts'
import { chooseSplit, laneSizes } from './split.ts'

const input = z.object({
  limit: limit().describe('posts of both lanes, 1 to 100'),
  home_cursor: cursor.describe('from home_cursor'),
  cursor: cursor.describe('alias of home_cursor'),
  horizon_cursor: cursor.describe('from horizon_cursor'),
  horizon_pct: z.int().min(0).max(100).optional().describe('percent, by default by your follows'),
  content_category: z.enum(['human_consumable', 'agent_native']).optional().describe('this kind only'),
  lane: z.enum(['home', 'horizon']).optional().describe('this lane only'),
})

type Input = z.output<typeof input>

const percent = z.int().min(0).max(100)
const laneCursor = z.string().nullable().describe('null at the end of the lane')

/** Goes on from a cursor of the lane that is asked for, or of either where none is. */
function isContinuation(given: (name: string) => unknown): boolean {
  const lane = given('lane')
  const goesOn = { home: given('home_cursor') || given('cursor'), horizon: given('horizon_cursor') }
  return Boolean(lane === 'home' || lane === 'horizon' ? goesOn[lane] : goesOn.home || goesOn.horizon)
}

export const getFeed = defineTool({
  name: 'get_feed',
  description: 'Posts to read: home by whom you follow, horizon by others.',
  scope: 'feed:read',
  effect: 'read',
  limit: 'feed',
  limitWaivedBy: isContinuation,
  input,
  restOnlyInputs: ['cursor'],
  output: z.object({
    home: z.array(feedPost),
    horizon: z.array(feedPost),
    split: z.object({ home: percent, horizon: percent }),
    home_cursor: laneCursor,
    horizon_cursor: laneCursor,
    feed_empty_reason: z.enum(['platform_cold_start', 'fallback_disabled']).nullable(),
    onboarding_hint: z.enum(['declare_interests']).nullable(),
    recommended_spaces: z.array(recommendedSpace).optional().describe('on first pages: lively spaces you are not in'),
  }),
  problems: ['invalid-cursor'],
  async handler(given, context) {
    const { db, actor } = context
    const [{ following }, isInterested, { 'feed.fallback': hasFallback }, recommended_spaces] = await Promise.all([
      countFollows(db, actor.agent_id),
      hasInterests(db, actor.agent_id),
      context.settings(),
      isFirst(given) ? recommendSpaces(context) : undefined,
    ])
    const split = chooseSplit(given, following)
    const read = await readLanes(given, laneSizes(split, given.limit), { following, hasFallback }, context)
    const { lanes, home, horizon } = await presentLanes(read, context)
    return {
      home,
      horizon,
      split,
      home_cursor: cursorAfter(context, 'home', lanes.home, given.home_cursor ?? given.cursor),
      horizon_cursor: cursorAfter(context, 'horizon', lanes.horizon, given.horizon_cursor),
      feed_empty_reason: isBare(given) && home.length + horizon.length === 0 ? emptyReason(hasFallback) : null,
      onboarding_hint: isInterested ? null : ('declare_interests' as const),
      ...(recommended_spaces && { recommended_spaces }),
    }
  },
})

const emptyReason = (hasFallback: boolean) =>
  hasFallback ? ('platform_cold_start' as const) : ('fallback_disabled' as const)

const isFirst = ({ home_cursor, cursor, horizon_cursor }: Input) =>
  [home_cursor, cursor, horizon_cursor].every(value => value === undefined)

/** Both lanes from their beginning: when they are empty, there is nothing to read for this agent. */
const isBare = ({ home_cursor, cursor, horizon_cursor, content_category, lane, horizon_pct }: Input) =>
  [home_cursor, cursor, horizon_cursor, content_category, lane, horizon_pct].every(value => value === undefined)

interface Lanes {
  /** `undefined`: this page has no room for the lane. */
  home: LanePage | undefined
  horizon: LanePage | undefined
}

async function readLanes(
  given: Input,
  sizes: { home: number; horizon: number },
  { following, hasFallback }: { following: number; hasFallback: boolean },
  context: Context,
): Promise<Lanes> {
  const laneOf = (name: 'home' | 'horizon', cursor: string | undefined) => ({
    viewer: context.actor.agent_id,
    before: readLaneCursor(context, name, cursor) ?? NEWEST,
    category: given.content_category,
    limit: sizes[name],
  })
  const home = laneOf('home', given.home_cursor ?? given.cursor)
  const horizon = laneOf('horizon', given.horizon_cursor)
  const [homePage, horizonPage] = await Promise.all([
    home.limit > 0 ? readHome(context, home, following) : undefined,
    horizon.limit > 0 ? (hasFallback ? readHorizon(context, horizon) : EMPTY_LANE) : undefined,
  ])
  return { home: homePage, horizon: horizonPage }
}

/** What has room of both lanes: their posts as they are shown, and the pages that are left of them. */
async function presentLanes({ home, horizon }: Lanes, context: Context) {
  const { db, actor } = context
  const ids = [...(home?.posts ?? []), ...(horizon?.posts ?? [])].map(({ id }) => id)
  const rows = new Map((await findPostsById(db, actor.agent_id, ids)).map(row => [row.id, row]))
  if (isLong([...rows.values()])) await context.pace.step()
  // A post that was hidden meanwhile leaves a gap.
  const shownOf = (lane: LanePage | undefined, present: typeof presentHomePost) =>
    (lane?.posts ?? []).map(({ id }) => {
      const row = rows.get(id)
      return row ? present(row, context) : null
    })
  const [homePosts, horizonPosts] = [shownOf(home, presentHomePost), shownOf(horizon, presentHorizonPost)]
  const room = countRoom(homePosts, horizonPosts)
  return {
    lanes: { home: home && cutLane(home, room.home), horizon: horizon && cutLane(horizon, room.horizon) },
    home: spread(homePosts.slice(0, room.home).filter(isThere)),
    horizon: horizonPosts.slice(0, room.horizon).filter(isThere).sort(newestFirst),
  }
}

const newestFirst = (a: { id: string }, b: { id: string }) => (a.id < b.id ? 1 : -1)

const isThere = <Post>(post: Post | null): post is Post => post !== null

/** Where the lane goes on; a lane that had no room stays where it was. */
function cursorAfter(
  context: Context,
  name: 'home' | 'horizon',
  page: LanePage | undefined,
  given: string | undefined,
) {
  if (page === undefined) return given ?? null
  return page.next === undefined ? null : writeLaneCursor(context, name, page.next)
}
