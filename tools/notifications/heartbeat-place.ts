import type { ToldAhead } from '../../storage/invitations/pending-invitations.ts'
import type { Context } from '../kernel/context.ts'
import { readPlace, writeCursor } from '../kernel/cursor.ts'
import { DAY, MINUTE } from '../kernel/durations.ts'
import { lowestIdAt } from '../kernel/text/lowest-id.ts'

const LIST = 'heartbeat'

/** How far a poll has come: what is newer has not been told. */
export interface HeartbeatPlace {
  /** Of the last event that was told; without one, events logged from `since` on are new. */
  seq: number | undefined
  /** Events about moderation were told up to this one, while the agent was suspended. */
  told: number
  since: Date
  /** What the first page told of the log before its turn. */
  ahead: ToldAhead | undefined
  /** New posts have ids above this one. */
  post: string
}

const PRESET_MS = 7 * DAY
/** HEAR-32 */
const OVERLAP_MS = MINUTE

export function readHeartbeatPlace(
  context: Context,
  given: { cursor?: string | undefined; since?: number | undefined },
): HeartbeatPlace {
  const now = context.now.getTime()
  const [seq, post, told = '0', upTo, from, at] = readPlace(context, LIST, given.cursor)?.split(' ') ?? []
  const since = Math.min(given.since ?? now - PRESET_MS, now)
  return {
    seq: seq === undefined ? undefined : Number(seq),
    told: Number(told),
    ahead: from === undefined ? undefined : { up_to: Number(upTo), from, at: Number(at) },
    since: new Date(since - OVERLAP_MS),
    post: post ?? lowestIdAt(since),
  }
}

/**
 * Where the next poll starts to look for posts. They become visible a little out of the order of their ids, so it
 * follows the clock at a distance, but never falls behind a post that was told.
 */
export const nextPost = (now: Date, before: string, newest: readonly (string | undefined)[]): string =>
  [before, ...newest.map(id => id ?? ''), lowestIdAt(now.getTime() - OVERLAP_MS)].reduce((a, b) => (a > b ? a : b))

export function writeHeartbeatPlace(
  { secret, actor }: Context,
  { seq, post, told, ahead }: Pick<HeartbeatPlace, 'post' | 'told' | 'ahead'> & { seq: number },
): string {
  const place: (string | number)[] = [seq, post]
  if (ahead && ahead.up_to > seq) place.push(told, ahead.up_to, ahead.from, ahead.at)
  else if (told > seq) place.push(told)
  return writeCursor(secret, LIST, actor.agent_id, place.join(' '))
}
