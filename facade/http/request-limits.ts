import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { type CounterCharge, type CounterState, chargeCounters } from '../../storage/admission/rate-counters.ts'
import { DatabaseUnavailable } from '../../storage/db/db.ts'
import { LimitReached } from '../../tools/admission/admission.ts'
import { giveBack } from '../../tools/admission/counted-action.ts'
import {
  counterClaim,
  limitHeaders,
  type Quota,
  quotasOf,
  type Tally,
  UNCOUNTED,
} from '../../tools/admission/quotas.ts'
import type { Runtime } from '../../tools/kernel/context.ts'
import { type BucketName, type Limits, TRUST_PERCENT } from '../../tools/kernel/limits.ts'
import { clientReader } from './client-address.ts'
import { type Failures, openFailures } from './failures.ts'

/** Who sends a request, and what it is counted against. */
export interface RequestLimits extends Tally {
  /** As limits and budgets know it. */
  readonly address: string
  /** Once the request was proven. */
  readonly agent: string | undefined
  /** Counts the request for its address, in a bucket of its tool too, where it brings no credential; raises `rate-limited`. */
  countAnonymous(bucket?: BucketName): Promise<void>
}

/** About 300 bytes each. */
const ADDRESSES_KEPT = 50_000

interface House {
  runtime: Runtime
  limits: Limits | undefined
  failures: Failures
  clientOf(request: IncomingMessage): string
  /** The counters of addresses as they stood last: one that is full refuses without asking the database. */
  known: LRUCache<string, CounterState>
}

export function openRequestLimits(
  runtime: Runtime,
  trustedProxies: readonly string[],
): (request: IncomingMessage) => RequestLimits {
  const house: House = {
    runtime,
    limits: runtime.limits,
    failures: openFailures(runtime.limits, runtime.clock),
    clientOf: clientReader(trustedProxies),
    known: new LRUCache({ max: ADDRESSES_KEPT }),
  }
  return request => new Asker(house, house.clientOf(request))
}

// A class: an object with getters of its own is built on a slow path.
class Asker implements RequestLimits {
  readonly address: string
  agent: string | undefined = undefined
  private readonly house: House
  private claimed: string | undefined = undefined
  private quotas: readonly Quota[] | undefined = undefined

  constructor(house: House, address: string) {
    this.house = house
    this.address = address
  }

  get turn(): string {
    const { address, claimed } = this
    return (claimed !== undefined && this.house.failures.knownAs(address, claimed)) || address
  }

  judge(): void {
    this.house.failures.judge(this.address, this.claimed)
  }

  claim(credential: string): void {
    this.claimed = credential
    this.judge()
  }

  proven(agentId: string): void {
    this.agent = agentId
    if (this.claimed !== undefined) this.house.failures.proven(this.address, this.claimed, agentId)
  }

  who(): object {
    return this.agent === undefined ? { address: this.address } : { agent: this.agent }
  }

  failed(): void {
    this.house.failures.failed(this.address, this.claimed)
  }

  report(reported: readonly Quota[]): void {
    if (reported.length > 0) this.quotas = reported
  }

  async countAnonymous(bucket?: BucketName): Promise<void> {
    const { house, address } = this
    const { limits } = house
    if (!limits) return
    const names: BucketName[] = bucket === undefined ? ['anonymous'] : [bucket, 'anonymous']
    this.quotas = names.flatMap(name => lastKnown(house, limits, address, name)).reverse()
    requireRoom(this.quotas.filter(({ remaining }) => remaining === 0))
    const counted: Counted[] = []
    for (const name of names) {
      const one = await count(house, limits, address, name)
      counted.unshift(one)
      this.quotas = counted.flatMap(({ quotas }) => quotas)
      if (one.isGranted) continue
      await giveBackAll(house, counted.slice(1))
      throw new LimitReached(one.quotas)
    }
  }

  headers(): Readonly<Record<string, string>> {
    const { limits } = this.house
    if (!limits) return NO_HEADERS
    this.quotas ??= lastKnown(this.house, limits, this.address, 'anonymous')
    return limitHeaders(this.quotas, this.house.runtime.clock())
  }
}

const NO_HEADERS = Object.freeze({})

/** Addresses are personal data: no table holds one. */
const claimOf = ({ runtime }: House, limits: Limits, address: string, bucket: BucketName) =>
  counterClaim(limits, bucket, createHmac('sha256', runtime.secret).update(`address\0${address}`).digest('base64url'))

function requireRoom(full: readonly Quota[]): void {
  if (full.length > 0) throw new LimitReached(full)
}

function lastKnown(house: House, limits: Limits, address: string, bucket: BucketName): Quota[] {
  const state = house.known.get(claimOf(house, limits, address, bucket).counter) ?? UNCOUNTED
  return quotasOf(limits, bucket, 1, state, house.runtime.clock())
}

interface Counted {
  isGranted: boolean
  quotas: Quota[]
  charge?: CounterCharge
}

async function count(house: House, limits: Limits, address: string, bucket: BucketName): Promise<Counted> {
  const { runtime, known } = house
  const claim = claimOf(house, limits, address, bucket)
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
    return { isGranted: true, quotas: lastKnown(house, limits, address, bucket) }
  }
}

async function giveBackAll({ runtime, known }: House, counted: readonly Counted[]): Promise<void> {
  for (const { charge } of counted) {
    if (!charge) continue
    known.delete(charge.counter)
    await giveBack(runtime, charge)
  }
}
