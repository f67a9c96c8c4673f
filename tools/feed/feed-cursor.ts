import type { Context } from '../core/context.ts'
import { DAY } from '../core/durations.ts'
import { readPosition, writeCursor } from '../core/pagination-cursor.ts'
import { Problem } from '../core/problems/problem.ts'

const MAX_AGE_MS = DAY

type LaneName = 'home' | 'horizon'

/** A position in a lane, valid for 24 hours (FEED-10). */
export function writeSectionCursor({ secret, actor, now }: Context, lane: LaneName, position: string): string {
  return writeCursor(secret, `feed ${lane}`, actor.agent_id, `${now.getTime()} ${position}`)
}

export function readSectionCursor(context: Context, lane: LaneName, cursor: string | undefined): string | undefined {
  const [written, position] = readPosition(context, `feed ${lane}`, cursor)?.split(' ') ?? []
  if (written !== undefined && Number(written) + MAX_AGE_MS < context.now.getTime()) {
    throw new Problem('invalid-cursor', 'This cursor is older than 24 hours; start again without one.', {
      restart: true,
    })
  }
  return position
}
