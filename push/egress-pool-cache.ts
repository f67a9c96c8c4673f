import { createSecureContext, type SecureContext } from 'node:tls'
import { LRUCache } from 'lru-cache'
import type { Pool } from 'undici'
import { createAddressPolicy, hostNetwork } from './egress-address.ts'
import { EgressFailure, type EgressFailureCode } from './egress-failure.ts'
import { type Destination, type Lookup, lookUpAddresses } from './egress-lookup.ts'
import { createPool, type TlsEvidence } from './egress-pool.ts'
import { localAddress } from './egress-url.ts'

export interface EgressParts {
  /** For durations, in ms. */
  monotonic(): number
  /** Resolves when the next call may begin: that takes a millisecond, and many come at once. */
  turn?(): Promise<void>
  /** A call that finds a connection open begins without its turn: opening one is what takes long. */
  turnsToConnect?: boolean
  /** To one address under one name; 4 where nothing is said. */
  connections?: number
  lookup?: Lookup
  isAllowed?: (destination: Destination) => boolean
  /** PEM, in place of the certificate authorities that Node knows. */
  ca?: string
  ports?: readonly number[]
  /** Addresses and CIDR ranges that are not called, beside those that are not public. */
  refusedNetworks?: readonly string[]
  /** Set by the operator: the one URL that is called, of any network, scheme and port; and no other. */
  operatorUrl?: string
  /** Whether calls that may go to this machine do, for development. */
  takesLocal?: boolean
}

/** Connections to what a name was judged by. */
export interface PinnedPool extends TlsEvidence {
  pool: Pool
  address: string
  /** `hostNetwork` of the address, with the port where that is not the one of the URL. */
  networkPlace: string
}

interface CachedPool {
  way: Promise<PinnedPool>
  /** Once it is found. */
  pool?: Pool
}

/** A name is looked up again after so long; until then connections are used again. */
const WAY_KEPT_MS = 30_000
const WAYS = 128
const CONNECTIONS = 4
const LOOKUP_MS = 3_000

/** One refused address refuses all: the name is not in honest hands. */
export function createUrlCheck({ lookup = lookUpAddresses, refusedNetworks, takesLocal, ...parts }: EgressParts) {
  const isPublic = createAddressPolicy(refusedNetworks)
  const isAllowed = parts.isAllowed ?? (({ address }: Destination) => isPublic(address))
  return async (target: URL): Promise<Destination> => {
    const local = takesLocal ? localAddress(target.hostname) : undefined
    if (local !== undefined) return { address: local }
    const found = await withDeadline(LOOKUP_MS, lookup(target.hostname), 'lookup-timeout').catch((error: unknown) => {
      throw error instanceof EgressFailure ? error : new EgressFailure('lookup-failed', error)
    })
    const chosen = found.find(({ address }) => !address.includes(':')) ?? found[0]
    if (!chosen) throw new EgressFailure('lookup-failed')
    if (!found.every(isAllowed)) throw new EgressFailure('address-refused')
    return chosen
  }
}

/** The ways that were used a while ago, by their URLs. */
export function createPoolCache(
  { monotonic, ca, connections = CONNECTIONS }: EgressParts,
  judge: (target: URL) => Promise<Destination>,
) {
  // One that is let go may be in use still; its connections end by themselves when they are idle.
  const ways = new LRUCache<string, CachedPool>({
    ...{ max: WAYS, ttl: WAY_KEPT_MS, ttlResolution: 0, perf: { now: monotonic } },
  })

  let shared: SecureContext | undefined

  async function open(target: URL): Promise<PinnedPool> {
    const destination = await judge(target)
    // One for all connections: to read the authorities anew is half of what opening one takes.
    shared ??= createSecureContext({ minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) })
    const { address, port } = destination
    const place = [hostNetwork(address), ...(port === undefined ? [] : [port])].join(' ')
    return {
      address,
      networkPlace: place,
      ...(await createPool(target, destination, { secureContext: shared, connections })),
    }
  }

  return {
    find(target: URL): Promise<PinnedPool> {
      const known = ways.get(target.href)
      if (known) return known.way
      const opened: CachedPool = { way: open(target) }
      ways.set(target.href, opened)
      opened.way.then(
        ({ pool }) => {
          opened.pool = pool
        },
        () => {
          if (ways.peek(target.href) === opened) ways.delete(target.href)
        },
      )
      return opened.way
    },
    /** Whether one of its connections is open and has nothing to do. */
    hasFree(target: URL): boolean {
      const stats = ways.get(target.href)?.pool?.stats
      return stats !== undefined && stats.size < stats.connected
    },
    async close() {
      const open = [...ways.values()]
      ways.clear()
      await Promise.all(open.map(({ way }) => way.then(({ pool }) => pool.destroy()).catch(() => {})))
    },
  }
}

export function withDeadline<T>(ms: number, promise: Promise<T>, code: EgressFailureCode): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new EgressFailure(code)), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
