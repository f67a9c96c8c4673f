import type { Dispatcher } from 'undici'
import { toEgressFailure } from './egress-failure.ts'
import { lookUpHere } from './egress-lookup.ts'
import { observingWrites } from './egress-pool.ts'
import { createPoolCache, createUrlCheck, type EgressParts, withDeadline } from './egress-pool-cache.ts'
import { type EgressResponse, readEgressResponse } from './egress-response.ts'
import { readOperatorTarget, readTarget } from './egress-url.ts'

export type { EgressParts }

export interface EgressRequest {
  url: string
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body?: Buffer
  /** For the whole call: lookup, connection, response. */
  timeoutMs: number
  /** Maximum size of the body; 'drop': the body is ignored, and only the status counts. */
  maxBytes: number | 'drop'
  /** Whether the call may go to this machine, if `takesLocal`. */
  mayBeLocal?: boolean
  /** Called when its time starts. */
  begins?(): void
  /** Called with the network of the resolved address, before the call. */
  leads?(address: string): void
  /**
   * Called before the first byte is sent: a later failure means that the request may have arrived, an earlier one that
   * it has not.
   */
  writes?(): void
}

/** The only way out: every outbound HTTP call of the product. Rejects only with `EgressFailure`. */
export interface Egress {
  /** Whether a URL may be called now, by its form and by its resolved addresses. */
  judge(url: string, request?: Pick<EgressRequest, 'mayBeLocal'>): Promise<URL>
  /** Redirects are not followed. */
  send(request: EgressRequest): Promise<EgressResponse>
  /** Aborts calls in progress. */
  close(): Promise<void>
}

/** Lets authors of broken clients find out who calls. */
const AGENT = 'Colloquy-Egress/1'

export function createEgress(given: EgressParts): Egress {
  const { operatorUrl, ports = [443], takesLocal, turn, turnsToConnect, sign, patience = 1 } = given
  const parts = operatorUrl === undefined ? given : { ...given, lookup: lookUpHere, isAllowed: () => true }
  const read = (url: string, mayBeLocal?: boolean) =>
    operatorUrl === undefined ? readTarget(url, ports, takesLocal && mayBeLocal) : readOperatorTarget(url, operatorUrl)
  const judge = createUrlCheck(parts)
  const poolCache = createPoolCache(parts, judge)
  const underWay = new Set<AbortController>()
  return {
    async judge(url, { mayBeLocal } = {}) {
      const target = read(url, mayBeLocal)
      await judge(target)
      return target
    },
    async send(request) {
      const target = read(request.url, request.mayBeLocal)
      const timeoutMs = request.timeoutMs * patience
      const call = new AbortController()
      let timer: NodeJS.Timeout | undefined
      underWay.add(call)
      try {
        // The timeout starts with its turn: the remote host is not responsible for how busy this process is.
        if (!turnsToConnect || !poolCache.hasFree(target)) await turn?.()
        call.signal.throwIfAborted()
        timer = setTimeout(() => call.abort(), timeoutMs)
        request.begins?.()
        const pinned = await withDeadline(timeoutMs, poolCache.find(target), 'deadline')
        request.leads?.(pinned.network)
        const proof = await sign?.({ target, method: request.method, body: request.body, address: pinned.address })
        const pool = request.writes ? observingWrites(pinned.pool, request.writes) : pinned.pool
        const response = await pool.request(
          wireRequest(target, { ...request, timeoutMs }, { proof, signal: call.signal }),
        )
        const received = await readEgressResponse(response, request.maxBytes)
        return { ...received, address: pinned.address, certificate_sha256: pinned.certificateDigest() }
      } catch (error) {
        throw toEgressFailure(error)
      } finally {
        clearTimeout(timer)
        underWay.delete(call)
      }
    },
    async close() {
      for (const call of underWay) call.abort()
      await poolCache.close()
    },
  }
}

const wireRequest = (
  { origin, pathname, search }: URL,
  { method, headers, body, timeoutMs }: EgressRequest,
  { proof, signal }: { proof: Record<string, string> | undefined; signal: AbortSignal },
): Dispatcher.RequestOptions => ({
  origin,
  path: `${pathname}${search}`,
  method,
  signal,
  headersTimeout: timeoutMs,
  bodyTimeout: timeoutMs,
  headers: { ...headers, ...proof, 'accept-encoding': 'identity', 'user-agent': AGENT },
  body: body ?? null,
})
