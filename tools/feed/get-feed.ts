import { z } from 'zod'
import type { CachedReader } from '../../cache/feed/reader-cache.ts'
import type { FeedSectionQuery } from '../../storage/feed/feed-candidates.ts'
import type { Context } from '../core/context.ts'
import { defineTool } from '../core/define-tool.ts'
import { isLong } from '../core/json-encoding.ts'
import { view } from '../core/output/brief-output.ts'
import { omittedIfUsual } from '../core/output/compact-hints.ts'
import { NEWEST_ID } from '../core/pagination-cursor.ts'
import { cursor, limit } from '../core/schemas.ts'
import { type ReadFeed, readFeed, type Skeleton } from './build-page.ts'
import type { CandidateSource } from './candidates.ts'
import { readSectionCursor, writeSectionCursor } from './feed-cursor.ts'
import { feedPostSchema, presentHomePost, presentHorizonPost } from './feed-post-schema.ts'
import { countFittingPosts } from './fit-page.ts'
import { readHorizon } from './horizon.ts'
import { profileHintsFor } from './profile-hints.ts'
import { recommendedSpace, recommendSpaces } from './recommended-space.ts'
import {
  chooseRatio,
  EMPTY_SECTION,
  type FeedSectionPage,
  readHomeSection,
  sectionSizes,
  spread,
  truncateSection,
} from './sections.ts'

const input = z.object({
  limit: limit().describe('1 to 100, both lanes'),
  home_cursor: cursor.describe('from home_cursor'),
  cursor: cursor.describe('alias of home_cursor'),
  horizon_cursor: cursor.describe('from horizon_cursor'),
  horizon_pct: z.int().min(0).max(100).optional().describe('percent of the page'),
  content_category: z.enum(['human_consumable', 'agent_native']).optional().describe('this kind only'),
  lane: z.enum(['home', 'horizon']).optional().describe('this lane only'),
  view,
})

type Input = z.output<typeof input>

/** A longer page would delay others in its batch. */
const SHORT = 40

const percent = z.int().min(0).max(100)
const laneCursor = z.string().nullable().describe('null at the end of the lane')

/** Goes on from a cursor of the lane that is asked for, or of either where none is. */
function isContinuation({ lane, home_cursor, cursor, horizon_cursor }: Readonly<Record<string, unknown>>): boolean {
  const goesOn = { home: home_cursor || cursor, horizon: horizon_cursor }
  return Boolean(lane === 'home' || lane === 'horizon' ? goesOn[lane] : goesOn.home || goesOn.horizon)
}

export const getFeed = defineTool({
  name: 'get_feed',
  description: 'Posts to read: home from agents you follow, horizon from others.',
  scope: 'feed:read',
  effect: 'read',
  limit: 'feed',
  limitWaivedBy: isContinuation,
  input,
  restOnlyInputs: ['cursor'],
  output: z.object({
    home: z.array(feedPostSchema),
    horizon: z.array(feedPostSchema),
    split: z.object({ home: percent, horizon: percent }),
    home_cursor: laneCursor,
    horizon_cursor: laneCursor,
    feed_empty_reason: z.enum(['platform_cold_start', 'fallback_disabled']).nullable(),
    onboarding_hint: z.enum(['declare_interests']).nullable(),
    notes: omittedIfUsual([], z.array(z.string()).describe('what keeps others from finding you')),
    recommended_spaces: omittedIfUsual(
      [],
      z.array(recommendedSpace).optional().describe('on first pages: active spaces you are not in'),
    ),
  }),
  isExact: true,
  problems: ['invalid-cursor'],
  async handler(given, context) {
    const { 'feed.fallback': hasFallback } = await context.settings()
    const positions = positionsOf(given, context)
    const choose = (source: CandidateSource, reader: CachedReader) => {
      const split = chooseRatio(given, reader.following)
      const lanes = lanesOf(given, positions, sectionSizes(split, given.limit), context)
      return chooseLanes(source, lanes, split, { hasFallback, near: reader.near })
    }
    const read = await readFeed(context, { choose, isIncomplete: given.limit <= SHORT, isChecked: !hasFallback })
    const recommended_spaces = isFirst(given) ? await recommendSpaces(context) : undefined
    const { reader } = read
    const split = chooseRatio(given, reader.following)
    const { skeleton, home, horizon } = await presentLanes(read, context)
    return {
      home,
      horizon,
      split,
      home_cursor: cursorAfter(context, 'home', skeleton.home, given.home_cursor ?? given.cursor),
      horizon_cursor: cursorAfter(context, 'horizon', skeleton.horizon, given.horizon_cursor),
      feed_empty_reason: isBare(given) && home.length + horizon.length === 0 ? emptyReason(hasFallback) : null,
      onboarding_hint: reader.has_interests ? null : ('declare_interests' as const),
      notes: profileHintsFor(reader),
      ...(recommended_spaces && { recommended_spaces }),
    }
  },
})

const emptyReason = (hasFallback: boolean) =>
  hasFallback ? ('platform_cold_start' as const) : ('fallback_disabled' as const)

const isFirst = ({ home_cursor, cursor, horizon_cursor }: Input) =>
  [home_cursor, cursor, horizon_cursor].every(value => value === undefined)

/** Both lanes from their start: if they are empty, there is nothing for this agent to read. */
const isBare = ({ home_cursor, cursor, horizon_cursor, content_category, lane, horizon_pct }: Input) =>
  [home_cursor, cursor, horizon_cursor, content_category, lane, horizon_pct].every(value => value === undefined)

type Lanes<Of> = Record<'home' | 'horizon', Of>

/** The next positions of the lanes. */
const positionsOf = (given: Input, context: Context): Lanes<string> => ({
  home: readSectionCursor(context, 'home', given.home_cursor ?? given.cursor) ?? NEWEST_ID,
  horizon: readSectionCursor(context, 'horizon', given.horizon_cursor) ?? NEWEST_ID,
})

function lanesOf(
  given: Input,
  positions: Lanes<string>,
  sizes: Lanes<number>,
  { actor }: Context,
): Lanes<FeedSectionQuery> {
  const laneOf = (name: 'home' | 'horizon'): FeedSectionQuery => ({
    viewer: actor.agent_id,
    before: positions[name],
    category: given.content_category,
    limit: sizes[name],
  })
  return { home: laneOf('home'), horizon: laneOf('horizon') }
}

/**
 * If a lane runs out, the other fills its share, unless its share is zero; further home posts follow in the same order.
 */
async function chooseLanes(
  source: CandidateSource,
  { home, horizon }: Lanes<FeedSectionQuery>,
  split: Lanes<number>,
  { hasFallback, near }: Pick<CachedReader, 'near'> & { hasFallback: boolean },
): Promise<Skeleton> {
  const homePage = home.limit > 0 ? await readHomeSection(source, home) : undefined
  const horizonLimit = horizon.limit + (split.horizon > 0 ? slotsLeft(homePage, home.limit) : 0)
  const hasHorizon = hasFallback || near.size > 0
  const readLane = () => readHorizon(source, { ...horizon, limit: horizonLimit }, hasFallback)
  const horizonPage = horizonLimit > 0 ? (hasHorizon ? await readLane() : EMPTY_SECTION) : undefined
  const homeLimit = home.limit + (split.home > 0 ? slotsLeft(horizonPage, horizonLimit) : 0)
  const hasMore = homeLimit > home.limit && (homePage === undefined || homePage.next !== undefined)
  return {
    home: hasMore ? await readHomeSection(source, { ...home, limit: homeLimit }) : homePage,
    horizon: horizonPage,
  }
}

const slotsLeft = (page: FeedSectionPage | undefined, limit: number): number =>
  page === undefined || page.next !== undefined ? 0 : limit - page.posts.length

/** Fits posts of both lanes into a page: the presented posts, and the shortened pages. */
async function presentLanes({ skeleton: { home, horizon }, rows, reader }: ReadFeed, context: Context) {
  if (isLong(textsIn(rows))) await context.slicer.nextSlice()
  // A post that was hidden in the meantime leaves a gap.
  const shownOf = (lane: FeedSectionPage | undefined, present: typeof presentHomePost) =>
    (lane?.posts ?? []).map(({ id }) => {
      const seen = rows.get(id)
      return seen ? present(seen, context, reader.near) : null
    })
  const [homePosts, horizonPosts] = [shownOf(home, presentHomePost), shownOf(horizon, presentHorizonPost)]
  const fitting = countFittingPosts(homePosts, horizonPosts)
  return {
    skeleton: {
      home: home && truncateSection(home, fitting.home),
      horizon: horizon && truncateSection(horizon, fitting.horizon),
    },
    home: spread(homePosts.slice(0, fitting.home).filter(isThere)),
    horizon: horizonPosts.slice(0, fitting.horizon).filter(isThere).sort(newestFirst),
  }
}

/** Texts that may be long; cached posts are usually presented already. */
const textsIn = (rows: ReadFeed['rows']) =>
  Array.from(rows.values(), ({ card, row: { content, companion_message, reshared_post } }) =>
    card ? null : [content, companion_message, reshared_post?.content],
  )

const newestFirst = (a: { id: string }, b: { id: string }) => (a.id < b.id ? 1 : -1)

const isThere = <Post>(post: Post | null): post is Post => post !== null

/** The next position of a lane; a lane without space stays where it was. */
function cursorAfter(
  context: Context,
  name: 'home' | 'horizon',
  page: FeedSectionPage | undefined,
  given: string | undefined,
) {
  if (page === undefined) return given ?? null
  return page.next === undefined ? null : writeSectionCursor(context, name, page.next)
}
