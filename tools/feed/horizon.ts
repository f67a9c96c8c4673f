import type { FeedSectionQuery } from '../../storage/feed/feed-candidates.ts'
import type { PostKind } from '../../storage/feed/post-delta.ts'
import { OLDEST_ID } from '../core/pagination-cursor.ts'
import type { CandidateSource, UnfollowedPost } from './candidates.ts'
import type { FeedSectionPage, SectionPost } from './sections.ts'

/** Maximum posts of one author per page (FEED-62). */
const AUTHOR_CAP = 2
/** Share of new accounts on a page, while there are enough posts of established authors. */
const NEW_AGENTS_SHARE = 0.5
const STRETCH = 100

/** A stream of posts, of established authors or of new accounts, newest first, with its own position. */
interface Stream {
  of: PostKind
  /** The last post that was passed. */
  position: string
  /** Read, but not shown yet. */
  waiting: UnfollowedPost[]
  stretch: number
  isAtEnd: boolean
}

/** A position in the lane is one in each stream; a new lane has one for both. */
function streamsOf({ before, limit }: FeedSectionQuery): [established: Stream, newcomers: Stream] {
  const [established = '', newAgents = established] = before.split(',')
  const streamFrom = (of: PostKind, position: string): Stream => {
    return { of, position, waiting: [], stretch: Math.min(limit + AUTHOR_CAP, STRETCH), isAtEnd: false }
  }
  return [streamFrom('established', established), streamFrom('new_agent', newAgents)]
}

/**
 * The horizon lane: the newest posts of strangers, at most two per author, filled up with other authors. New accounts
 * get at most half of a page while there are posts of established authors; the rest comes on the next page. Posts are
 * in the order in which they were chosen, so a page can end early. Without fallback it contains only posts of authors
 * with interests similar to the reader's.
 *
 * State: two streams with independent positions, and per page the number of posts by author. Invariant: a position
 * moves only past posts that were shown or must never be shown.
 */
export async function readHorizon(
  source: CandidateSource,
  lane: FeedSectionQuery,
  hasFallback: boolean,
): Promise<FeedSectionPage> {
  const streams = streamsOf(lane)
  const [established, newAgents] = streams
  const reader = new HorizonReader(source, lane, hasFallback)
  const posts: SectionPost[] = []
  let newAgentsLeft = Math.floor(lane.limit * NEW_AGENTS_SHARE)
  while (posts.length < lane.limit) {
    const [settled, fresh] = await reader.nextOf(streams)
    if (!settled && !fresh) break
    const isNewAgentsTurn = !settled || (fresh !== undefined && newAgentsLeft > 0 && fresh.id > settled.id)
    if (isNewAgentsTurn) newAgentsLeft--
    const cursors = streams.map(cursorOf)
    posts.push({ id: reader.take(isNewAgentsTurn ? newAgents : established), from: () => textOf(cursors) })
  }
  await reader.nextOf(streams)
  return { posts, next: streams.every(isOver) ? undefined : textOf(streams.map(cursorOf)), extraIds: reader.met() }
}

const isOver = ({ waiting, isAtEnd }: Stream) => waiting.length === 0 && isAtEnd

/** Strictly above an id, or starting at it. */
interface StreamCursor {
  id: string
  isAbove: boolean
}

const textOf = (cursors: StreamCursor[]) => cursors.map(({ id, isAbove }) => (isAbove ? justAbove(id) : id)).join()

/**
 * Where a stream continues: with the waiting post, whatever was skipped above it. A finished stream stays finished:
 * newer posts are for readers who start again.
 */
function cursorOf(stream: Stream): StreamCursor {
  if (isOver(stream)) return { id: OLDEST_ID, isAbove: false }
  const next = stream.waiting[0]
  return next ? { id: next.id, isAbove: true } : { id: stream.position, isAbove: false }
}

/** The next id; must not be called with the highest one. */
const justAbove = (id: string): string =>
  id.replace(
    /([^f-])([f-]*)$/,
    (_, digit: string, tail: string) => (Number.parseInt(digit, 16) + 1).toString(16) + tail.replaceAll('f', '0'),
  )

/** Reads the streams of one page. */
class HorizonReader {
  private readonly source: CandidateSource
  private readonly lane: FeedSectionQuery
  private readonly hasFallback: boolean
  private readonly shown = new Map<string, number>()
  private readonly capped = new Set<string>()
  private readonly cursors = new Set<string>()

  constructor(source: CandidateSource, lane: FeedSectionQuery, hasFallback: boolean) {
    this.source = source
    this.lane = lane
    this.hasFallback = hasFallback
  }

  /** The next posts of the streams, usually read already. */
  async nextOf([one, other]: [Stream, Stream]): Promise<[UnfollowedPost | undefined, UnfollowedPost | undefined]> {
    const [first, second] = [this.waitingIn(one), this.waitingIn(other)]
    if ((first || one.isAtEnd) && (second || other.isAtEnd)) return [first, second]
    return await Promise.all([this.next(one), this.next(other)])
  }

  /** The first post that may be shown; earlier ones that exceed their author's maximum are skipped. */
  private waitingIn(stream: Stream): UnfollowedPost | undefined {
    const found = stream.waiting.findIndex(post => this.mayShow(post))
    leaveBehind(stream, found === -1 ? stream.waiting.length : found)
    const post = stream.waiting[0]
    if (post) this.cursors.add(post.id)
    return post
  }

  private async next(stream: Stream): Promise<UnfollowedPost | undefined> {
    for (;;) {
      const post = this.waitingIn(stream)
      if (post || stream.isAtEnd) return post
      const lane = { ...this.lane, before: stream.position, limit: stream.stretch }
      const read = await this.source.unfollowed(lane, stream.of, this.capped)
      if (!read) return undefined
      stream.waiting = read
      stream.isAtEnd = read.length < stream.stretch
      stream.stretch = STRETCH
    }
  }

  private mayShow({ agent_id, shares_interest }: UnfollowedPost): boolean {
    return !this.capped.has(agent_id) && (this.hasFallback || shares_interest === true)
  }

  /** Adds the post found by `next`. */
  take(stream: Stream): string {
    const { id, agent_id } = stream.waiting[0]!
    const shown = (this.shown.get(agent_id) ?? 0) + 1
    this.shown.set(agent_id, shown)
    if (shown === AUTHOR_CAP) this.capped.add(agent_id)
    leaveBehind(stream, 1)
    return id
  }

  /** The posts that positions refer to. */
  met(): string[] {
    return [...this.cursors]
  }
}

function leaveBehind(stream: Stream, count: number): void {
  if (count === 0) return
  const removed = stream.waiting.splice(0, count)
  stream.position = removed.at(-1)?.id ?? stream.position
}
