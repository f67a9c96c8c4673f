import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { DatabaseUnavailable } from '../../storage/db.ts'
import { type CounterCharge, type CounterState, chargeCounters, refundCounters } from '../../storage/rate-counters.ts'
import type { Runtime } from '../../tools/context.ts'
import { LimitReached } from '../../tools/identity/admission.ts'
import { counterClaim, limitHeaders, type Quota, quotasOf, type Tally, UNCOUNTED } from '../../tools/identity/quotas.ts'
import { type BucketName, type Limits, TRUST_PERCENT } from '../../tools/limits.ts'
import { clientAddressReader, clientOf } from './client-address.ts'

/** What one request is counted against. Its address counts where it brings no credential, before anything is proven. */
export interface RequestLimits extends Tally {
  /** Counts the request for its address, in a bucket of its tool too; raises `rate-limited`. */
  countAnonymous(bucket?: BucketName): Promise<void>
}

const NONE: RequestLimits = Object.freeze({
  countAnonymous: async () => {},
  report: () => {},
  headers: () => ({}),
})

/** About 300 bytes each. */
const ADDRESSES_KEPT = 50_000

interface House {
  runtime: Runtime
  limits: Limits
  clientOf(request: IncomingMessage): string
  /** The counters of addresses as they stood last: one that is full refuses without asking the database. */
  known: LRUCache<string, CounterState>
}

export function openRequestLimits(
  runtime: Runtime,
  trustedProxies: readonly string[],
): (request: IncomingMessage) => RequestLimits {
  const { limits } = runtime
  if (!limits) return () => NONE
  const addressOf = clientAddressReader(trustedProxies)
  const house: House = {
    runtime,
    limits,
    clientOf: request => keyed(runtime.secret, clientOf(addressOf(request))),
    known: new LRUCache({ max: ADDRESSES_KEPT }),
  }
  return request => limitsOf(house, request)
}

/** Addresses are personal data: they are neither stored nor logged. */
const keyed = (secret: Buffer, client: string): string =>
  createHmac('sha256', secret).update(`address\0${client}`).digest('base64url')

function limitsOf(house: House, request: IncomingMessage): RequestLimits {
  let quotas: readonly Quota[] | undefined
  return {
    report(reported) {
      if (reported.length > 0) quotas = reported
    },
    async countAnonymous(bucket) {
      const client = house.clientOf(request)
      const names: BucketName[] = bucket === undefined ? ['anonymous'] : [bucket, 'anonymous']
      quotas = names.flatMap(name => lastKnown(house, client, name)).reverse()
      requireRoom(quotas.filter(({ remaining }) => remaining === 0))
      const counted: Counted[] = []
      for (const name of names) {
        const one = await count(house, client, name)
        counted.unshift(one)
        quotas = counted.flatMap(({ quotas }) => quotas)
        if (one.isGranted) continue
        await giveBack(house, counted.slice(1))
        throw new LimitReached(one.quotas)
      }
    },
    headers() {
      quotas ??= lastKnown(house, house.clientOf(request), 'anonymous')
      return limitHeaders(quotas, house.runtime.clock())
    },
  }
}

function requireRoom(full: readonly Quota[]): void {
  if (full.length > 0) throw new LimitReached(full)
}

function lastKnown({ runtime, limits, known }: House, client: string, bucket: BucketName): Quota[] {
  const state = known.get(counterClaim(limits, bucket, client).counter) ?? UNCOUNTED
  return quotasOf(limits, bucket, 1, state, runtime.clock())
}

interface Counted {
  isGranted: boolean
  quotas: Quota[]
  charge?: CounterCharge
}

async function count(house: House, client: string, bucket: BucketName): Promise<Counted> {
  const { runtime, limits, known } = house
  const claim = counterClaim(limits, bucket, client)
  const now = runtime.clock()
  const item = { ...claim, agent_id: '', percents: TRUST_PERCENT, now_ms: now }
  try {
    const outcome = await runtime.admissionBatch(chargeCounters, item)
    known.set(claim.counter, outcome)
    return {
      isGranted: outcome.is_granted,
      quotas: quotasOf(limits, bucket, 1, outcome, now),
      charge: { counter: claim.counter, short_slot: outcome.short_slot, long_slot: outcome.long_slot },
    }
  } catch (error) {
    // Documents need no database; what does need it says so itself.
    if (bucket !== 'anonymous' || !(error instanceof DatabaseUnavailable)) throw error
    return { isGranted: true, quotas: lastKnown(house, client, bucket) }
  }
}

/** A counter that keeps too much only makes somebody wait. */
async function giveBack({ runtime, known }: House, counted: readonly Counted[]): Promise<void> {
  for (const { charge } of counted) {
    if (!charge) continue
    known.delete(charge.counter)
    await runtime.admissionBatch(refundCounters, charge).catch((error: unknown) => {
      runtime.log.warn({ err: error }, 'a counted request was not given back')
    })
  }
}
