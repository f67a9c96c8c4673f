import type { Queryable } from '../../storage/db/db.ts'
import { type AuthoredPost, findStrangersPosts, type Lane } from '../../storage/feed/feed.ts'
import type { Context } from '../kernel/context.ts'
import { OLDEST } from '../kernel/cursor.ts'
import type { LanePage, Placed } from './lanes.ts'

/** Posts of one author on one page (FEED-62). */
const AUTHOR_CAP = 2
/** Of the places of a page, while established authors have posts for the rest. */
const NEWCOMERS_SHARE = 0.5
const STRETCH = 100
/** A page reads no further than this many stretches; the next one goes on from there. */
const STRETCHES = 20

/** The posts of established authors, or of newcomers, newest first, from a place of their own. */
interface Stream {
  of: 'established' | 'newcomer'
  /** The last post that is behind. */
  place: string
  /** Read, and not shown yet. */
  waiting: AuthoredPost[]
  isAtEnd: boolean
}

const streamFrom = (of: Stream['of'], place: string): Stream => ({ of, place, waiting: [], isAtEnd: false })

/** A place in the lane is one in each stream; a lane that starts has one for both. */
function streamsOf({ before }: Lane): [established: Stream, newcomers: Stream] {
  const [established = '', newcomers = established] = before.split(',')
  return [streamFrom('established', established), streamFrom('newcomer', newcomers)]
}

/**
 * Horizon has the newest posts of strangers, at most two of each author, filled up with other authors. Newcomers get at
 * most half of a page while established authors have posts to show; what does not fit comes on the next page. Posts come
 * in the order in which they were chosen, in which a page may end early.
 */
export async function readHorizon({ db }: Context, lane: Lane): Promise<LanePage> {
  const streams = streamsOf(lane)
  const [established, newcomers] = streams
  const reader = new HorizonReader(db, lane)
  const posts: Placed[] = []
  let newcomersLeft = Math.floor(lane.limit * NEWCOMERS_SHARE)
  while (posts.length < lane.limit) {
    const [settled, fresh] = await Promise.all([reader.next(established), reader.next(newcomers)])
    if (!settled && !fresh) break
    const isNewcomersTurn = !settled || (fresh !== undefined && newcomersLeft > 0 && fresh.id > settled.id)
    if (isNewcomersTurn) newcomersLeft--
    const from = streams.map(placeAfter).join()
    posts.push({ id: reader.take(isNewcomersTurn ? newcomers : established), from })
  }
  await Promise.all(streams.map(stream => reader.next(stream)))
  return { posts, next: streams.every(isOver) ? undefined : streams.map(placeAfter).join() }
}

const isOver = ({ waiting, isAtEnd }: Stream) => waiting.length === 0 && isAtEnd

/** A stream that is over stays so: what is written from now on is for those who start again. */
const placeAfter = (stream: Stream) => (isOver(stream) ? OLDEST : stream.place)

/** Reads the streams of one page. */
class HorizonReader {
  private readonly db: Queryable
  private readonly lane: Lane
  private readonly shown = new Map<string, number>()
  private stretchesLeft = STRETCHES

  constructor(db: Queryable, lane: Lane) {
    this.db = db
    this.lane = lane
  }

  /** The next post of the stream that the cap of its author lets through; those before it are left behind. */
  async next(stream: Stream): Promise<AuthoredPost | undefined> {
    for (;;) {
      const found = stream.waiting.findIndex(({ agent_id }) => this.countOf(agent_id) < AUTHOR_CAP)
      leaveBehind(stream, found === -1 ? stream.waiting.length : found)
      if (found !== -1) return stream.waiting[0]
      if (stream.isAtEnd || this.stretchesLeft === 0) return undefined
      this.stretchesLeft--
      const lane = { ...this.lane, before: stream.place, limit: STRETCH }
      stream.waiting = await findStrangersPosts(this.db, lane, stream.of)
      stream.isAtEnd = stream.waiting.length < STRETCH
    }
  }

  /** Shows the post that `next` found. */
  take(stream: Stream): string {
    const { id, agent_id } = stream.waiting[0]!
    this.shown.set(agent_id, this.countOf(agent_id) + 1)
    leaveBehind(stream, 1)
    return id
  }

  private countOf(agentId: string): number {
    return this.shown.get(agentId) ?? 0
  }
}

function leaveBehind(stream: Stream, count: number): void {
  const gone = stream.waiting.splice(0, count)
  stream.place = gone.at(-1)?.id ?? stream.place
}
