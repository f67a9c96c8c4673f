import type { ActionClaim } from '../../storage/admission/admission.ts'
import { type CounterCharge, refundCounters } from '../../storage/admission/rate-counters.ts'
import type { Runtime } from '../kernel/context.ts'
import type { Tool } from '../kernel/define.ts'
import type { BucketName } from '../kernel/limits.ts'
import { isIdempotencyKey } from '../kernel/schemas.ts'
import { counterClaim } from './quotas.ts'

/** A call that counts in a bucket of its own, beside all requests. */
export interface Action {
  bucket: BucketName
  tool: string
  /** '' for none. */
  idempotency_key: string
}

/** What a call does, by its input as it was sent: admission comes before validation (ENV-97). */
export function actionOf(tool: Tool, given: (name: string) => unknown): Action | undefined {
  const { limit, limitWaivedBy, input, name } = tool
  if (limit === undefined || limitWaivedBy(given)) return undefined
  const key = 'idempotency_key' in input.shape ? given('idempotency_key') : undefined
  return { bucket: limit, tool: name, idempotency_key: isIdempotencyKey(key) ? key : '' }
}

export function claimOf({ limits }: Runtime, action: Action | undefined, agentId: string): ActionClaim | undefined {
  if (!limits || !action) return undefined
  const { bucket, tool, idempotency_key } = action
  return { ...counterClaim(limits, bucket, agentId), tool, idempotency_key }
}

/** A counter that keeps too much only makes somebody wait. */
export async function giveBack(runtime: Pick<Runtime, 'admissionBatch' | 'log'>, charge: CounterCharge): Promise<void> {
  await runtime.admissionBatch(refundCounters, charge).catch((error: unknown) => {
    runtime.log.warn({ err: error }, 'what was counted was not given back')
  })
}
