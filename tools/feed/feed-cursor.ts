import type { Context } from '../kernel/context.ts'
import { readPlace, writeCursor } from '../kernel/cursor.ts'
import { DAY } from '../kernel/durations.ts'
import { Problem } from '../kernel/problems/problems.ts'

const KEPT_MS = DAY

type LaneName = 'home' | 'horizon'

/** A place in a lane, good for 24 hours (FEED-10). */
export function writeLaneCursor({ secret, actor, now }: Context, lane: LaneName, place: string): string {
  return writeCursor(secret, `feed ${lane}`, actor.agent_id, `${now.getTime()} ${place}`)
}

export function readLaneCursor(context: Context, lane: LaneName, cursor: string | undefined): string | undefined {
  const [written, place] = readPlace(context, `feed ${lane}`, cursor)?.split(' ') ?? []
  if (written !== undefined && Number(written) + KEPT_MS < context.now.getTime()) {
    throw new Problem('invalid-cursor', 'This cursor is older than 24 hours; start again without one.', {
      restart: true,
    })
  }
  return place
}
