import type { IncomingMessage } from 'node:http'
import { type Admission, LimitReached } from '../../../tools/admission/admit.ts'
import { limitHeaders, type QuotaState } from '../../../tools/admission/quota-state.ts'
import type { Runtime } from '../../../tools/core/context.ts'
import type { Problem } from '../../../tools/core/problems/problem.ts'
import type { BucketName } from '../../../tools/core/rate-limits.ts'
import { clientReader } from '../client-address.ts'
import { type AddressCounters, type CountResult, createAddressCounters } from './address-counters.ts'
import { type AuthFailureLimiter, createAuthFailureLimiter } from './auth-failure-limiter.ts'
import { createSharedRecentAuth } from './recent-auth-shared.ts'

/** Who sends a request, and what it is counted against, for the headers of its response. */
export interface RequestLimits {
  /** As limits and limitUsage know it. */
  readonly address: string
  /** Set once the request is authenticated. */
  readonly agent: string | undefined
  /** The claimed credential: an agent or a token. */
  readonly claimant: string | undefined
  /** Whose turn it is to be proven: what was proven from its address before does not wait for what was not. */
  readonly schedule: string
  /** Refuses, before its body is read, what its address has no room for. */
  checkFailures(): Promise<void> | undefined
  /** What the request will be proven by, as it claims; throws `rate-limited` where too much failed from its address. */
  claim(credential: string): Promise<void> | undefined
  /** The claim is not true, or of no use; returns what refuses it in place of that once too much failed. */
  recordFailure(): Promise<Problem | undefined>
  /** How the call was admitted. */
  settle(admission: Admission): void
  report(quotas: readonly QuotaState[]): void
  headers(): Readonly<Record<string, string>>
  /** For the log of a refusal: the agent, or where none was proven, the address. */
  who(): object
  /**
   * Counts the request for its address, in a bucket of its tool too, or there alone, where it brings no credential; throws
   * `rate-limited`.
   */
  countAnonymous(bucket?: BucketName, isAlone?: boolean): Promise<void>
}

interface LimiterDeps {
  runtime: Runtime
  counters: AddressCounters | undefined
  failures: AuthFailureLimiter
  clientOf(request: IncomingMessage): string
}

export function createRequestLimits(
  runtime: Runtime,
  trustedProxies: readonly string[],
): (request: IncomingMessage) => RequestLimits {
  const counters = runtime.limits && createAddressCounters(runtime, runtime.limits)
  const failures = createAuthFailureLimiter(counters, counters && createSharedRecentAuth(runtime), runtime.clock)
  const deps: LimiterDeps = { runtime, counters, failures, clientOf: clientReader(trustedProxies) }
  return request => new Asker(deps, deps.clientOf(request))
}

// A class, because an object literal with getters is built on a slow path.
class Asker implements RequestLimits {
  readonly address: string
  agent: string | undefined = undefined
  claimant: string | undefined = undefined
  private readonly deps: LimiterDeps
  private quotas: readonly QuotaState[] | undefined = undefined

  constructor(deps: LimiterDeps, address: string) {
    this.deps = deps
    this.address = address
  }

  get schedule(): string {
    const { address, claimant } = this
    return (claimant !== undefined && this.deps.failures.agentOf(address, claimant)) || address
  }

  checkFailures(): Promise<void> | undefined {
    return this.deps.failures.check(this.address, this.claimant)
  }

  claim(credential: string): Promise<void> | undefined {
    this.claimant = credential
    return this.checkFailures()
  }

  settle({ agent_id, quotas }: Admission): void {
    this.report(quotas)
    if (agent_id === undefined) return
    this.agent = agent_id
    if (this.claimant !== undefined) this.deps.failures.recordSuccess(this.address, this.claimant, agent_id)
  }

  who(): object {
    return this.agent === undefined ? { address: this.address } : { agent: this.agent }
  }

  recordFailure(): Promise<Problem | undefined> {
    return this.deps.failures.recordFailure(this.address, this.claimant)
  }

  report(reported: readonly QuotaState[]): void {
    if (reported.length > 0) this.quotas = reported
  }

  async countAnonymous(bucket?: BucketName, isAlone = false): Promise<void> {
    const { counters } = this.deps
    if (!counters) return
    const names: BucketName[] = bucket === undefined ? ['anonymous'] : isAlone ? [bucket] : [bucket, 'anonymous']
    this.quotas = names.flatMap(name => this.standing(counters, name)).reverse()
    requireQuota(this.quotas.filter(({ remaining }) => remaining === 0))
    const counted: (CountResult & { name: BucketName })[] = []
    for (const name of names) {
      // Documents need no database; what does reports the failure itself.
      const one = await counters.count(name, this.address, name === 'anonymous' || isAlone)
      counted.unshift({ ...one, name })
      this.quotas = counted.flatMap(({ quotas }) => quotas)
      if (one.isGranted) continue
      for (const other of counted.slice(1)) await counters.refund(other.name, this.address, other)
      throw new LimitReached(one.quotas)
    }
  }

  headers(): Readonly<Record<string, string>> {
    const { counters, runtime } = this.deps
    if (!counters) return NO_HEADERS
    this.quotas ??= this.standing(counters, 'anonymous')
    return limitHeaders(this.quotas, runtime.clock())
  }

  private standing(counters: AddressCounters, bucket: BucketName): QuotaState[] {
    return counters.lastKnown(bucket, this.address) ?? counters.empty(bucket)
  }
}

const NO_HEADERS = Object.freeze({})

function requireQuota(full: readonly QuotaState[]): void {
  if (full.length > 0) throw new LimitReached(full)
}
