import { lookup, Resolver } from 'node:dns/promises'
import { EgressFailure } from './egress-failure.ts'

/** An address of a name; `port` replaces the requested port. */
export interface Destination {
  address: string
  port?: number
}

/** All addresses of a name; throws `EgressFailure`. */
export type Lookup = (hostname: string) => Promise<readonly Destination[]>

const PATIENCE_MS = 3_000

/**
 * Queries the name servers of this machine, without its `hosts` file and without the thread pool that verifies
 * signatures.
 */
export const lookUpAddresses: Lookup = async hostname => {
  const resolver = new Resolver({ timeout: PATIENCE_MS, tries: 1 })
  const timer = setTimeout(() => resolver.cancel(), PATIENCE_MS)
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const found = [four, six].flatMap(result => (result.status === 'fulfilled' ? result.value : []))
    if (found.length > 0) return found.map(address => ({ address }))
    throw failureOf(four)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Resolves like other programs on this machine, including its `hosts` file; an address resolves to itself. For names
 * that the operator configures.
 */
export const lookUpHere: Lookup = async hostname => lookup(hostname.replace(/^\[(.*)\]$/, '$1'), { all: true })

function failureOf(result: PromiseSettledResult<string[]>): EgressFailure {
  const reason = result.status === 'rejected' ? result.reason : undefined
  const isLate = ['ETIMEOUT', 'ECANCELLED'].includes(reason?.code)
  return new EgressFailure(isLate ? 'lookup-timeout' : 'lookup-failed', reason)
}
