import { findLiveKeys, type LiveKey } from '../../../storage/agents/status-locks.ts'
import type { Db } from '../../../storage/db/db.ts'
import { findEndedSessions } from '../../../storage/mcp/ended-sessions.ts'
import { findLiveTokens } from '../../../storage/tokens/agent-tokens.ts'
import { tokenStatuses } from '../../../tools/tokens/token-statuses.ts'
import type { StreamEndReason } from './sse.ts'
import type { Stream, StreamHolder } from './stream-set.ts'

const AT_ONCE = 5_000

/** The streams whose holder or session has ended, with the reason: one query each for thousands of them. */
export async function findStreamEndings(
  db: Db,
  streams: readonly Stream[],
  now: Date,
): Promise<[Stream, StreamEndReason][]> {
  const found: [Stream, StreamEndReason][] = []
  for (let i = 0; i < streams.length; i += AT_ONCE)
    found.push(...(await findSome(db, streams.slice(i, i + AT_ONCE), now)))
  return found
}

async function findSome(db: Db, streams: readonly Stream[], now: Date): Promise<[Stream, StreamEndReason][]> {
  const sessions = streams.flatMap(({ session }) => session ?? [])
  const [over, ended] = await Promise.all([
    findOver(
      db,
      streams.map(({ holder }) => holder),
      now,
    ),
    sessions.length > 0 ? findEndedSessions(db, sessions) : [],
  ])
  const endedSessions = new Set(ended)
  return streams.flatMap(stream => {
    const { holder, session } = stream
    const reason = session !== undefined && endedSessions.has(session) ? 'session_ended' : over(holder)
    return reason ? [[stream, reason] as [Stream, StreamEndReason]] : []
  })
}

/** Finds holders that may no longer have a stream, with the reason. */
async function findOver(
  db: Db,
  holders: readonly StreamHolder[],
  now: Date,
): Promise<(holder: StreamHolder) => StreamEndReason | undefined> {
  const tokens = [...new Set(holders.flatMap(({ digest }) => digest ?? []))]
  const signers = holders.filter(({ digest }) => digest === undefined)
  const [liveTokens, liveKeys] = await Promise.all([
    tokens.length > 0 ? findLiveTokens(db, tokens, tokenStatuses, now) : [],
    signers.length > 0 ? findLiveKeys(db, signers, tokenStatuses, now) : [],
  ])
  const live = new Set([...liveTokens, ...liveKeys.map(keyOf)])
  return holder => {
    const isOver = new Date(holder.expires_at) <= now
    if (holder.digest === undefined) {
      if (isOver) return 'hour_over'
      return live.has(keyOf(holder)) ? undefined : 'standing_changed'
    }
    if (live.has(holder.digest)) return undefined
    return isOver ? 'token_expired' : 'token_ended'
  }
}

const keyOf = ({ agent_id, key_version, secondary_key }: LiveKey) => `${agent_id} ${key_version} ${secondary_key ?? ''}`
