import { addHidden, createHiddenIds, type HiddenIds, visibilityIdsOf } from '../../cache/feed/hidden-posts.ts'
import type { CachedReader } from '../../cache/feed/reader-cache.ts'
import type { KnownFeed } from '../../cache/feed/recent-feed.ts'
import type { FeedPostsQuery, VisiblePost } from '../../cache/feed/visible-posts.ts'
import type { InvalidationLog } from '../../cache/invalidation-log.ts'
import type { RecentPosts } from '../../cache/recent/recent-posts.ts'
import type { Candidate } from '../../storage/feed/feed-candidates.ts'
import { findHidden } from '../../storage/feed/feed-posts.ts'
import type { Context } from '../core/context.ts'
import {
  type CandidateSource,
  type FilteredOut,
  fromRecentPosts,
  fromTables,
  NO_CURSOR,
  type UncheckedSource,
} from './candidates.ts'
import { thresholdOf } from './interest-match.ts'
import type { FeedSectionPage } from './sections.ts'

// How a page is built: 1. cached: `openFeed` takes what this process knows about the reader, its follows and the recent
// posts; 2. speculative: a short page is chosen from that, and its posts are read in the round trip that brings
// everything up to date; 3. verified: posts that were left out as hidden and may have reappeared are checked with them;
// if nothing else changed, none reappeared, and all chosen posts may be seen, this is the page; 4. rechosen, at most
// `CHOICES` times: hidden posts are removed, with others that are hidden for the same reason, and the rest moves up; 5.
// database: PostgreSQL chooses if step 4 did not finish, if the reader follows too many to be cached, and if
// `isChecked`.

/** The ids of a page by lane; `undefined`: the lane has no space on it. */
export interface Skeleton {
  home: FeedSectionPage | undefined
  horizon: FeedSectionPage | undefined
}

export interface ReadFeed {
  reader: CachedReader
  skeleton: Skeleton
  /** The posts that its reader may see, by id. */
  rows: ReadonlyMap<string, VisiblePost>
}

/** How often a page is rechosen because some of it is hidden from its reader; then PostgreSQL chooses. */
const CHOICES = 4

/** A page that left out more hidden posts is not speculative, since each of them must be checked. */
const DOUBTFUL = 40

/** How a page is chosen. */
export interface SectionChoice {
  choose(source: CandidateSource, reader: CachedReader): Promise<Skeleton>
  /** Short enough to be read in one batch with pages of other readers. */
  isIncomplete: boolean
  /** By PostgreSQL only. */
  isChecked: boolean
}

/**
 * A page as its reader may see it. The recent posts provide candidates, and PostgreSQL decides which the reader may
 * see; hidden posts have no effect, neither on positions nor on the end.
 */
export async function readFeed(context: Context, choosing: SectionChoice): Promise<ReadFeed> {
  const { reader, follows, recent, moment, rows, hidden, foreseen } = await openFeed(context, choosing)
  const { agent_id } = context.actor
  const find = (page: FeedPostsQuery) => context.recentFeed.read(page, choosing.isIncomplete ? undefined : context.db)
  for (let choice = 1; !choosing.isChecked && follows !== null && choice <= CHOICES; choice++) {
    const tables = fromTables(context.db, reader)
    const isForeseen = choice === 1 && foreseen !== undefined
    const source = isForeseen ? foreseen.source : fromRecentPosts(recent, follows, hidden, tables)
    const skeleton = isForeseen ? foreseen.skeleton : await choosing.choose(source, reader)
    const missing = await hydrate(find, pageOf(agent_id, { reader, follows }, skeleton), rows)
    if (missing.length === 0) return { reader, skeleton, rows }
    await hide(context, source, skeleton, missing, { hidden, moment })
    addHidden(reader.hidden, hidden)
  }
  const skeleton = await choosing.choose(fromTables(context.db, reader), reader)
  await hydrate(find, pageOf(agent_id, { reader, follows }, skeleton), rows)
  return { reader, skeleton, rows }
}

interface Foreseen {
  reader: CachedReader
  source: UncheckedSource
  skeleton: Skeleton
  recent: RecentPosts
  /** The recent posts at that time. */
  changes: number
  /** The version of the invalidation log at that time. */
  moment: number
  /** Left-out posts that may have reappeared. */
  doubtful: readonly FilteredOut[]
}

/**
 * The page from the cached state is read in the same round trip that updates the state: if nothing has changed, it is
 * the result.
 */
async function openFeed(context: Context, { choose, isIncomplete, isChecked }: SectionChoice) {
  const { agent_id } = context.actor
  let foreseen: Foreseen | undefined
  const { posts, changes, ...opened } = await context.recentFeed.openFor({
    agent_id,
    threshold: thresholdOf(await context.settings()),
    async prefetchHorizon({ reader, follows, recent, changes: known }) {
      if (!isIncomplete || isChecked || follows === null) return pageOf(agent_id, { reader, follows }, NOTHING)
      const source = fromRecentPosts(recent, follows, reader.hidden, NO_CURSOR)
      const { changes } = recent
      const { moment } = known
      const skeleton = await choose(source, reader)
      const doubtful = [...source.filteredOut.values()].filter(
        post => !known.isFresh(visibilityIdsOf(post), post.since),
      )
      if (!source.wasEnough() || doubtful.length > DOUBTFUL) return pageOf(agent_id, { reader, follows }, NOTHING)
      foreseen = { reader, source, skeleton, recent, changes, moment, doubtful }
      return pageOf(agent_id, { reader, follows }, skeleton, doubtful)
    },
  })
  const { reader, recent } = opened
  const { moment } = changes
  if (foreseen?.reader !== reader) {
    // Follows and interests in the rows were computed for the reader's cached state.
    return { ...opened, moment, rows: new Map(), hidden: createHiddenIds(), foreseen: undefined }
  }
  const rows = new Map(posts.map(post => [post.row.id, post]))
  const hidden = { ...createHiddenIds(), posts: stillHidden(foreseen, rows, changes) }
  const hasCome = foreseen.recent === recent && foreseen.changes === recent.changes
  const isAsKnown = hidden.posts.size === foreseen.source.filteredOut.size
  return { ...opened, moment, rows, hidden, foreseen: hasCome && isAsKnown ? foreseen : undefined }
}

/** Which of a page's left-out posts are still hidden; if some have reappeared, the rest of the cache is dropped. */
function stillHidden(
  foreseen: Foreseen,
  rows: ReadonlyMap<string, VisiblePost>,
  changes: InvalidationLog,
): Map<string, number> {
  const { reader, source, moment, doubtful } = foreseen
  const hidden = new Map<string, number>()
  for (const post of source.filteredOut.values()) {
    if (changes.isFresh(visibilityIdsOf(post), post.since)) hidden.set(post.id, post.since)
  }
  for (const post of doubtful) {
    // Recent changes may include them, so their cached form may be outdated.
    if (!rows.has(post.id) && changes.isFresh(visibilityIdsOf(post), moment)) hidden.set(post.id, moment)
  }
  if (hidden.size < source.filteredOut.size) reader.hidden = createHiddenIds()
  else addHidden(reader.hidden, { ...createHiddenIds(), posts: new Map(doubtful.map(({ id }) => [id, moment])) })
  return hidden
}

const NOTHING: Skeleton = { home: undefined, horizon: undefined }

const idsOf = (lane: FeedSectionPage | undefined) =>
  new Set([...(lane?.posts ?? []).map(({ id }) => id), ...(lane?.extraIds ?? [])])

/** `filteredOut`: other posts to check for being hidden. */
function pageOf(
  viewer: string,
  { reader, follows }: Pick<KnownFeed, 'reader' | 'follows'>,
  { home, horizon }: Skeleton,
  passed: Iterable<Candidate> = [],
): FeedPostsQuery {
  const posts: FeedPostsQuery['posts'][number][] = []
  for (const id of idsOf(home)) posts.push({ id, lane: 'home' })
  for (const id of idsOf(horizon)) posts.push({ id, lane: 'horizon' })
  for (const { id, agent_id } of passed) posts.push({ id, lane: follows?.has(agent_id) ? 'home' : 'horizon' })
  return { viewer, reader, follows, posts }
}

/** Reads posts that are not cached; returns those that the reader may not see. */
async function hydrate(
  find: (page: FeedPostsQuery) => Promise<VisiblePost[]>,
  page: FeedPostsQuery,
  rows: Map<string, VisiblePost>,
): Promise<string[]> {
  const posts = page.posts.filter(({ id }) => !rows.has(id))
  if (posts.length === 0) return []
  for (const post of await find({ ...page, posts })) rows.set(post.row.id, post)
  return posts.map(({ id }) => id).filter(id => !rows.has(id))
}

/** Hides these posts, and others that are hidden for the same reason. */
async function hide(
  { batch, actor }: Context,
  { candidates }: UncheckedSource,
  { home }: Skeleton,
  missing: readonly string[],
  { hidden, moment }: { hidden: HiddenIds; moment: number },
): Promise<void> {
  const posts = missing.map(id => candidates.get(id)).filter(post => post !== undefined)
  const ofHome = idsOf(home)
  const authorsOf = (isAtHome: boolean) =>
    posts.filter(({ id }) => ofHome.has(id) === isAtHome).map(({ agent_id }) => agent_id)
  const { authors, spaces } = await batch(findHidden, {
    viewer: actor.agent_id,
    authors: authorsOf(true),
    unknown: authorsOf(false),
    spaces: posts.map(({ space_id }) => space_id).filter(id => id !== null),
  })
  for (const id of missing) hidden.posts.set(id, moment)
  for (const id of authors) hidden.authors.set(id, moment)
  for (const id of spaces) hidden.spaces.set(id, moment)
}
