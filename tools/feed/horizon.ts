import type { FeedSectionQuery } from '../../storage/feed/feed-candidates.ts'
import type { PostKind } from '../../storage/feed/post-delta.ts'
import { OLDEST_ID } from '../core/pagination-cursor.ts'
import type { CandidateSource, UnfollowedPost } from './candidates.ts'
import type { FeedSectionPage, SectionPost } from './sections.ts'

/** Posts of one author on one page (FEED-62). */
const AUTHOR_CAP = 2
/** Of the places of a page, while established authors have posts for the rest. */
const NEWCOMERS_SHARE = 0.5
const STRETCH = 100

/** The posts of established authors, or of newcomers, newest first, from a place of their own. */
interface Stream {
  of: PostKind
  /** The last post that is behind. */
  place: string
  /** Read, and not shown yet. */
  waiting: UnfollowedPost[]
  stretch: number
  isAtEnd: boolean
}

/** A place in the lane is one in each stream; a lane that starts has one for both. */
function streamsOf({ before, limit }: FeedSectionQuery): [established: Stream, newcomers: Stream] {
  const [established = '', newcomers = established] = before.split(',')
  const streamFrom = (of: PostKind, place: string): Stream => {
    return { of, place, waiting: [], stretch: Math.min(limit + AUTHOR_CAP, STRETCH), isAtEnd: false }
  }
  return [streamFrom('established', established), streamFrom('newcomer', newcomers)]
}

/**
 * Horizon has the newest posts of strangers, at most two of each author, filled up with other authors. Newcomers get at
 * most half of a page while established authors have posts to show; what does not fit comes on the next page. Posts come
 * in the order in which they were chosen, in which a page may end early. Without fallback it has posts of authors with interests like the reader's alone.
 */
export async function readHorizon(
  source: CandidateSource,
  lane: FeedSectionQuery,
  hasFallback: boolean,
): Promise<FeedSectionPage> {
  const streams = streamsOf(lane)
  const [established, newcomers] = streams
  const reader = new HorizonReader(source, lane, hasFallback)
  const posts: SectionPost[] = []
  let newcomersLeft = Math.floor(lane.limit * NEWCOMERS_SHARE)
  while (posts.length < lane.limit) {
    const [settled, fresh] = await reader.nextOf(streams)
    if (!settled && !fresh) break
    const isNewcomersTurn = !settled || (fresh !== undefined && newcomersLeft > 0 && fresh.id > settled.id)
    if (isNewcomersTurn) newcomersLeft--
    const places = streams.map(placeOf)
    posts.push({ id: reader.take(isNewcomersTurn ? newcomers : established), from: () => textOf(places) })
  }
  await reader.nextOf(streams)
  return { posts, next: streams.every(isOver) ? undefined : textOf(streams.map(placeOf)), extraIds: reader.met() }
}

const isOver = ({ waiting, isAtEnd }: Stream) => waiting.length === 0 && isAtEnd

/** Above an id, or right at it. */
interface Place {
  id: string
  isAbove: boolean
}

const textOf = (places: Place[]) => places.map(({ id, isAbove }) => (isAbove ? justAbove(id) : id)).join()

/**
 * Where a stream goes on: with the post that waits, whatever was left behind above it. One that is over stays so: what is
 * written from now on is for those who start again.
 */
function placeOf(stream: Stream): Place {
  if (isOver(stream)) return { id: OLDEST_ID, isAbove: false }
  const next = stream.waiting[0]
  return next ? { id: next.id, isAbove: true } : { id: stream.place, isAbove: false }
}

/** The id after this one, which is not the last of all. */
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
  private readonly places = new Set<string>()

  constructor(source: CandidateSource, lane: FeedSectionQuery, hasFallback: boolean) {
    this.source = source
    this.lane = lane
    this.hasFallback = hasFallback
  }

  /** The next posts of the streams: mostly they wait there. */
  async nextOf([one, other]: [Stream, Stream]): Promise<[UnfollowedPost | undefined, UnfollowedPost | undefined]> {
    const [first, second] = [this.waitingIn(one), this.waitingIn(other)]
    if ((first || one.isAtEnd) && (second || other.isAtEnd)) return [first, second]
    return await Promise.all([this.next(one), this.next(other)])
  }

  /** The first post that may be shown; those before it, held back by the cap of their author, are left behind. */
  private waitingIn(stream: Stream): UnfollowedPost | undefined {
    const found = stream.waiting.findIndex(post => this.mayShow(post))
    leaveBehind(stream, found === -1 ? stream.waiting.length : found)
    const post = stream.waiting[0]
    if (post) this.places.add(post.id)
    return post
  }

  private async next(stream: Stream): Promise<UnfollowedPost | undefined> {
    for (;;) {
      const post = this.waitingIn(stream)
      if (post || stream.isAtEnd) return post
      const lane = { ...this.lane, before: stream.place, limit: stream.stretch }
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

  /** Shows the post that `next` found. */
  take(stream: Stream): string {
    const { id, agent_id } = stream.waiting[0]!
    const shown = (this.shown.get(agent_id) ?? 0) + 1
    this.shown.set(agent_id, shown)
    if (shown === AUTHOR_CAP) this.capped.add(agent_id)
    leaveBehind(stream, 1)
    return id
  }

  /** The posts that places were named by. */
  met(): string[] {
    return [...this.places]
  }
}

function leaveBehind(stream: Stream, count: number): void {
  if (count === 0) return
  const gone = stream.waiting.splice(0, count)
  stream.place = gone.at(-1)?.id ?? stream.place
}
