import { LRUCache } from 'lru-cache'
import type { Dispatcher, Pool } from 'undici'
import { openAddressJudge } from './egress-address.ts'
import { type EgressAnswer, readAnswer } from './egress-answer.ts'
import { asEgressFailure, EgressFailure, type EgressFailureCode } from './egress-failure.ts'
import { type Destination, type Lookup, lookUp } from './egress-lookup.ts'
import { type Evidence, openPool } from './egress-pool.ts'
import { readTarget } from './egress-url.ts'

export interface EgressRequest {
  url: string
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body?: Buffer
  /** For all of it: lookup, connection, answer. */
  timeoutMs: number
  /** The most that a body may have; 'drop': it is none of ours, and the status alone counts. */
  maxBytes: number | 'drop'
}

/** The only way out: every HTTP call of the product to somewhere else. Rejects with `EgressFailure` alone. */
export interface Egress {
  /** Whether a URL may be called now, by its form and by what its name resolves to. */
  judge(url: string): Promise<URL>
  /** A redirect is an answer like others. */
  send(request: EgressRequest): Promise<EgressAnswer>
  close(): Promise<void>
}

export interface EgressParts {
  /** For durations, in ms. */
  monotonic(): number
  lookup?: Lookup
  isAllowed?: (destination: Destination) => boolean
  /** PEM, in place of the certificate authorities that Node knows. */
  ca?: string
  ports?: readonly number[]
  /** Addresses and CIDR ranges that are not called, beside those that are not public. */
  refusedNetworks?: readonly string[]
}

interface Way extends Evidence {
  pool: Pool
  address: string
}

/** A name is looked up again after so long; until then connections to what it was judged by are used again. */
const WAY_KEPT_MS = 30_000
const WAYS = 128
const LOOKUP_MS = 3_000
/** Makers of broken clients find out who calls. */
const AGENT = 'Colloquy-Egress/1'

export function openEgress(parts: EgressParts): Egress {
  const { monotonic, lookup = lookUp, ca, ports = [443] } = parts
  const isPublic = openAddressJudge(parts.refusedNetworks)
  const isAllowed = parts.isAllowed ?? (({ address }: Destination) => isPublic(address))
  const ways = new LRUCache<string, Promise<Way>>({
    max: WAYS,
    ttl: WAY_KEPT_MS,
    ttlResolution: 0,
    perf: { now: monotonic },
    dispose: way => void way.then(({ pool }) => pool.close()).catch(() => {}),
  })

  /** One refused address refuses all: the name is not in honest hands. */
  async function find(target: URL): Promise<Destination> {
    const found = await within(LOOKUP_MS, lookup(target.hostname), 'lookup-timeout').catch((error: unknown) => {
      throw error instanceof EgressFailure ? error : new EgressFailure('lookup-failed', error)
    })
    const chosen = found.find(({ address }) => !address.includes(':')) ?? found[0]
    if (!chosen) throw new EgressFailure('lookup-failed')
    if (!found.every(isAllowed)) throw new EgressFailure('address-refused')
    return chosen
  }

  async function open(target: URL): Promise<Way> {
    const destination = await find(target)
    return { address: destination.address, ...openPool(target, destination, ca) }
  }

  function wayTo(target: URL): Promise<Way> {
    const known = ways.get(target.href)
    if (known) return known
    const way = open(target)
    ways.set(target.href, way)
    way.catch(() => {
      if (ways.peek(target.href) === way) ways.delete(target.href)
    })
    return way
  }

  return {
    async judge(url) {
      const target = readTarget(url, ports)
      await find(target)
      return target
    },
    async send(request) {
      const target = readTarget(request.url, ports)
      const signal = AbortSignal.timeout(request.timeoutMs)
      try {
        const way = await within(request.timeoutMs, wayTo(target), 'deadline')
        const response = await way.pool.request(wireRequest(target, request, signal))
        const answer = await readAnswer(response, request.maxBytes)
        return { ...answer, address: way.address, certificate_sha256: way.certificateDigest() }
      } catch (error) {
        throw asEgressFailure(error)
      }
    },
    async close() {
      const open = [...ways.values()]
      ways.clear()
      await Promise.all(open.map(way => way.then(({ pool }) => pool.destroy()).catch(() => {})))
    },
  }
}

const wireRequest = (
  { origin, pathname, search }: URL,
  { method, headers, body, timeoutMs }: EgressRequest,
  signal: AbortSignal,
): Dispatcher.RequestOptions => ({
  ...{ origin, path: `${pathname}${search}`, method, signal, headersTimeout: timeoutMs, bodyTimeout: timeoutMs },
  headers: { ...headers, 'accept-encoding': 'identity', 'user-agent': AGENT },
  body: body ?? null,
})

function within<T>(ms: number, promise: Promise<T>, code: EgressFailureCode): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new EgressFailure(code)), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
