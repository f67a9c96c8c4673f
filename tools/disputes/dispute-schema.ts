import { z } from 'zod'
import type { Queryable } from '../../storage/db/db.ts'
import {
  DISPUTE_OUTCOMES,
  DISPUTE_STATES,
  type DisputeRow,
  findDispute,
  type WholeDispute,
} from '../../storage/disputes/dispute-rows.ts'
import { Problem } from '../core/problems/problem.ts'
import { authored, text, timestamp, uuid } from '../core/schemas.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'

const CHARACTERS = 2_000

export const statementInput = text(CHARACTERS).describe(`at most ${CHARACTERS} characters`)

export const disputeState = z.enum(DISPUTE_STATES)
export const disputeOutcome = z.enum(DISPUTE_OUTCOMES)

const dispute = z.object({
  dispute_id: uuid,
  broker_task_id: uuid,
  service_id: uuid,
  receipt_id: uuid,
  state: disputeState,
  opened_at: timestamp,
  answered_at: timestamp.nullable(),
  decision: z
    .object({
      outcome: disputeOutcome,
      reason: z.string(),
      decided_at: timestamp,
      record: z.string().describe('compact JWS, signed by a key from /.well-known/records-jwks.json'),
    })
    .nullable()
    .describe('of the operator; no money is moved'),
})

/** A dispute for one of its sides (DISPUTE-20). */
export const disputeOfSide = dispute
  .extend({
    side: z.enum(['consumer', 'provider']).describe('yours'),
    statement: authored(z.string().nullable()).describe('of the consumer'),
    answer: authored(z.string().nullable()).describe('of the provider'),
  })
  .register(COMPONENTS, { id: 'Dispute' })

/** A dispute for moderators, with both sides. */
export const wholeDispute = dispute.extend({
  service_handle: z.string(),
  consumer_handle: z.string(),
  provider_handle: z.string(),
  statement: z.string(),
  answer: z.string().nullable(),
  receipt: z.string().nullable(),
})

function presentCommon(row: DisputeRow | WholeDispute): z.input<typeof dispute> {
  const { id, task_id, service_id, receipt_id, state, opened_at, answered_at, outcome } = row
  const { reason, decided_at, record } = row
  return {
    dispute_id: id,
    broker_task_id: task_id,
    service_id,
    receipt_id,
    state,
    opened_at,
    answered_at,
    decision: outcome === null ? null : { outcome, reason: reason!, decided_at: decided_at!, record: record! },
  }
}

export function presentDispute(row: DisputeRow): z.input<typeof disputeOfSide> {
  const { side, statement, answer } = row
  return { ...presentCommon(row), side, statement, answer }
}

export function presentWholeDispute(row: WholeDispute): z.input<typeof wholeDispute> {
  const { service_handle, consumer_handle, provider_handle, statement, answer, receipt } = row
  return { ...presentCommon(row), service_handle, consumer_handle, provider_handle, statement, answer, receipt }
}

/** The dispute about a task, which one of its sides reads or changes. */
export async function requireDispute(db: Queryable, party: string, taskId: string): Promise<DisputeRow> {
  const row = await findDispute(db, party, taskId)
  if (!row) throw new Problem('not-found', 'There is no dispute about this task.')
  return row
}
