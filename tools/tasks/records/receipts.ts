import type { TaskProgress } from '../../../storage/tasks/task-progress.ts'
import type { ChainEnd, NewReceipt } from '../../../storage/tasks/task-receipts.ts'
import type { LockedTask } from '../../../storage/tasks/task-updates.ts'
import { signRecord } from '../../broker/signed-records.ts'
import type { Context } from '../../core/context.ts'
import { sha256 } from '../../core/text/digest.ts'
import type { Artifact } from '../artifact-schema.ts'
import { pseudonymOf } from './pseudonym.ts'

export type RecordParts = Pick<Context, 'now' | 'newId' | 'secret' | 'signingKey'>

export interface EndedTask {
  task: LockedTask
  next: TaskProgress
  artifacts: readonly Artifact[]
}

/**
 * Signed receipts of ended tasks: each contains the digest of its provider's previous one, in chains that the
 * transaction has locked (TASK-80 to TASK-83).
 */
export async function receiptsOf(
  parts: RecordParts,
  chains: readonly ChainEnd[],
  ended: readonly EndedTask[],
): Promise<NewReceipt[]> {
  const ends = new Map(chains.map(chain => [chain.provider_id, { ...chain }]))
  const receipts: NewReceipt[] = []
  for (const one of ended) {
    const end = ends.get(one.task.provider_id)!
    const id = parts.newId()
    const jws = await signRecord(parts, 'colloquy-receipt+jwt', payloadOf(one, id, end.sha256, parts.secret))
    end.ordinal++
    end.sha256 = sha256(jws)
    receipts.push({
      id,
      task_id: one.task.id,
      provider_id: end.provider_id,
      ordinal: end.ordinal,
      jws,
      sha256: end.sha256,
    })
  }
  return receipts
}

function payloadOf({ task, next, artifacts }: EndedTask, id: string, previous: string | null, secret: Buffer): object {
  const { contract_hash, request_sha256, entitlement_id, payment_hash, created_at, provider_id, consumer_id } = task
  const { state, error_code, started_at, completed_at } = next
  return {
    receipt_id: id,
    previous_sha256: previous,
    broker_task_id: task.id,
    provider_agent_id: provider_id,
    consumer: pseudonymOf(secret, provider_id, consumer_id),
    contract_hash,
    request_sha256,
    artifact_sha256: artifacts.map(({ provenance }) => provenance.sha256),
    state,
    error_code,
    entitlement_id,
    ...(payment_hash === null ? {} : { payment_hash }),
    times: { created_at, started_at, completed_at },
  }
}
