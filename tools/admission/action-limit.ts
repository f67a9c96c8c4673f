import type { ActionClaim } from '../../storage/admission/admission-query.ts'
import { type CounterCharge, refundCounters } from '../../storage/admission/rate-counters.ts'
import type { Runtime } from '../core/context.ts'
import type { Tool } from '../core/define-tool.ts'
import type { BucketName } from '../core/rate-limits.ts'
import { isIdempotencyKey } from '../core/schemas.ts'
import { counterClaim } from './quota-state.ts'

/** A call that counts in a bucket of its own, in addition to that of all requests. */
export interface CountedAction {
  bucket: BucketName
  tool: string
  /** '' for none. */
  idempotency_key: string
}

/** The action of a call by its raw input, since admission precedes validation (ENV-97). */
export function actionOf(tool: Tool, given: (name: string) => unknown): CountedAction | undefined {
  const { limit, limitWaivedBy, input, name } = tool
  if (limit === undefined || limitWaivedBy(given)) return undefined
  const key = 'idempotency_key' in input.shape ? given('idempotency_key') : undefined
  return { bucket: limit, tool: name, idempotency_key: isIdempotencyKey(key) ? key : '' }
}

export function actionClaimOf(
  { limits }: Runtime,
  action: CountedAction | undefined,
  agentId: string,
): ActionClaim | undefined {
  if (!limits || !action) return undefined
  const { bucket, tool, idempotency_key } = action
  return { ...counterClaim(limits, bucket, agentId), tool, idempotency_key }
}

/** If a refund fails, somebody only has to wait longer. */
export async function refundAction(
  runtime: Pick<Runtime, 'admissionBatch' | 'log'>,
  charge: CounterCharge,
): Promise<void> {
  await runtime.admissionBatch(refundCounters, charge).catch((error: unknown) => {
    runtime.log.warn({ err: error }, 'a counted action could not be refunded')
  })
}
