import type { ServerResponse } from 'node:http'
import type { KnownToken } from '../../../tools/core/credentials.ts'
import type { StreamEndReason } from './sse.ts'

/** The holder of a stream: an agent by its token, or by a signature, which has no digest. */
export interface StreamHolder extends Pick<KnownToken, 'agent_id' | 'key_version' | 'expires_at'> {
  readonly digest?: string | undefined
  /** The secondary key that signed. */
  readonly secondary_key?: string | null
}

/** The state of an open stream besides its response. */
export interface Stream {
  readonly response: ServerResponse
  readonly holder: StreamHolder
  readonly session: string | undefined
  /** The last message to the client when its holder or session has ended. */
  ending(reason: StreamEndReason): string
  /** The last message to the client when this process stops. */
  farewell(retryMs: number): string
  following: { close(): void } | undefined
}

export interface StreamSet {
  add(stream: Stream): void
  remove(stream: Stream): void
  /** Partitioned into parts of similar size, so that maintenance never touches all streams at once. */
  parts: readonly ReadonlySet<Stream>[]
  ofSession(digest: string): Stream | undefined
  countOf(agentId: string): number
  count(): number
}

export function createStreamSet(partCount: number): StreamSet {
  const parts = Array.from({ length: partCount }, () => new Set<Stream>())
  const bySession = new Map<string, Stream>()
  const perAgent = new Map<string, number>()
  const countOf = (agentId: string) => perAgent.get(agentId) ?? 0
  const count = () => parts.reduce((sum, part) => sum + part.size, 0)
  const smallest = () => parts.reduce((least, part) => (part.size < least.size ? part : least))

  return {
    add(stream) {
      smallest().add(stream)
      perAgent.set(stream.holder.agent_id, countOf(stream.holder.agent_id) + 1)
      if (stream.session !== undefined) bySession.set(stream.session, stream)
    },
    remove(stream) {
      if (!parts.some(part => part.delete(stream))) return
      const { holder, session } = stream
      const left = countOf(holder.agent_id) - 1
      if (left > 0) perAgent.set(holder.agent_id, left)
      else perAgent.delete(holder.agent_id)
      if (session !== undefined && bySession.get(session) === stream) bySession.delete(session)
    },
    parts,
    ofSession: digest => bySession.get(digest),
    countOf,
    count,
  }
}
