import type { Db } from '../../../storage/db/db.ts'
import { findEndedSessions } from '../../../storage/mcp/sessions.ts'
import { findLiveTokens } from '../../../storage/tokens/tokens.ts'
import { tokenStatuses } from '../../../tools/tokens/token-statuses.ts'
import type { Ending } from './frames.ts'
import type { Stream } from './stream-set.ts'

const AT_ONCE = 5_000

/** The streams whose token or session has ended, and why: one query each for thousands of them. */
export async function findEndings(db: Db, streams: readonly Stream[], now: Date): Promise<[Stream, Ending][]> {
  const found: [Stream, Ending][] = []
  for (let i = 0; i < streams.length; i += AT_ONCE)
    found.push(...(await findSome(db, streams.slice(i, i + AT_ONCE), now)))
  return found
}

async function findSome(db: Db, streams: readonly Stream[], now: Date): Promise<[Stream, Ending][]> {
  const tokens = [...new Set(streams.map(({ token }) => token.digest))]
  const sessions = streams.flatMap(({ session }) => session ?? [])
  const [live, ended] = await Promise.all([
    findLiveTokens(db, tokens, tokenStatuses, now),
    sessions.length > 0 ? findEndedSessions(db, sessions) : [],
  ])
  const liveTokens = new Set(live)
  const endedSessions = new Set(ended)
  const ending = ({ token, session }: Stream): Ending | undefined => {
    if (session !== undefined && endedSessions.has(session)) return 'session_ended'
    if (liveTokens.has(token.digest)) return undefined
    return new Date(token.expires_at) <= now ? 'token_expired' : 'token_ended'
  }
  return streams.flatMap(stream => {
    const reason = ending(stream)
    return reason ? [[stream, reason] as [Stream, Ending]] : []
  })
}
