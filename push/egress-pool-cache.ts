import { createSecureContext, type SecureContext } from 'node:tls'
import { LRUCache } from 'lru-cache'
import type { Pool } from 'undici'
import { createAddressPolicy, hostNetwork } from './egress-address.ts'
import { EgressFailure, type EgressFailureCode } from './egress-failure.ts'
import { type Destination, type Lookup, lookUpAddresses } from './egress-lookup.ts'
import { createPool, type TlsEvidence } from './egress-pool.ts'
import type { CallSigner } from './egress-signature.ts'
import { localAddress } from './egress-url.ts'

export interface EgressParts {
  /** A monotonic clock, in ms. */
  monotonic(): number
  /** Resolves when the next call may start: starting one takes a millisecond, and many arrive at once. */
  turn?(): Promise<void>
  /** A call on an open connection starts without waiting for its turn: only opening one is expensive. */
  turnsToConnect?: boolean
  /** Maximum connections to one address under one name; 4 by default. */
  connections?: number
  lookup?: Lookup
  isAllowed?: (destination: Destination) => boolean
  /** PEM, instead of Node's certificate authorities. */
  ca?: string
  ports?: readonly number[]
  /** Denied addresses and CIDR ranges, in addition to non-public ones. */
  refusedNetworks?: readonly string[]
  /** The operator's URL: the only one that is called, on any network, with any scheme and port. */
  operatorUrl?: string
  /** Without it, calls are not signed. */
  sign?: CallSigner
  /** Allows calls to this machine, for development. */
  takesLocal?: boolean
  /** Factor for the timeouts of calls and connections; only tests set it, since they may run on a busy machine. */
  patience?: number
}

/** Connections to the checked addresses of a name. */
export interface PinnedPool extends TlsEvidence {
  pool: Pool
  address: string
  /** `hostNetwork` of the address, with the port if it differs from that of the URL. */
  network: string
}

interface CachedPool {
  pinned: Promise<PinnedPool>
  /** Set once it is resolved. */
  pool?: Pool
}

/** A name is resolved again after this time; until then connections are reused. */
const IDLE_POOL_MS = 30_000
const MAX_POOLS = 128
const CONNECTIONS = 4
const LOOKUP_MS = 3_000

/** If one address is denied, all are: the name cannot be trusted. */
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

/** Recently used pools, by URL. */
export function createPoolCache(
  { monotonic, ca, connections = CONNECTIONS, patience }: EgressParts,
  judge: (target: URL) => Promise<Destination>,
) {
  // An evicted pool may still be in use; its connections close when they are idle.
  const pools = new LRUCache<string, CachedPool>({
    ...{ max: MAX_POOLS, ttl: IDLE_POOL_MS, ttlResolution: 0, perf: { now: monotonic } },
  })

  let shared: SecureContext | undefined

  async function open(target: URL): Promise<PinnedPool> {
    const destination = await judge(target)
    // One context for all connections: loading the authorities is half of the cost of opening one.
    shared ??= createSecureContext({ minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) })
    const { address, port } = destination
    const network = [hostNetwork(address), ...(port === undefined ? [] : [port])].join(' ')
    return {
      address,
      network,
      ...(await createPool(target, destination, { secureContext: shared, connections, patience })),
    }
  }

  return {
    find(target: URL): Promise<PinnedPool> {
      const known = pools.get(target.href)
      if (known) return known.pinned
      const opened: CachedPool = { pinned: open(target) }
      pools.set(target.href, opened)
      opened.pinned.then(
        ({ pool }) => {
          opened.pool = pool
        },
        () => {
          if (pools.peek(target.href) === opened) pools.delete(target.href)
        },
      )
      return opened.pinned
    },
    /** Whether it has an open idle connection. */
    hasFree(target: URL): boolean {
      const stats = pools.get(target.href)?.pool?.stats
      return stats !== undefined && stats.size < stats.connected
    },
    async close() {
      const open = [...pools.values()]
      pools.clear()
      await Promise.all(open.map(({ pinned }) => pinned.then(({ pool }) => pool.destroy()).catch(() => {})))
    },
  }
}

export function withDeadline<T>(ms: number, promise: Promise<T>, code: EgressFailureCode): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new EgressFailure(code)), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
