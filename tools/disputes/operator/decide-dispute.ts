import { z } from 'zod'
import {
  type DisputeOutcome,
  decideDisputeRow,
  lockDispute,
  type WholeDispute,
} from '../../../storage/disputes/dispute-rows.ts'
import { signRecord } from '../../broker/signed-records.ts'
import type { Context, OperatorActor } from '../../core/context.ts'
import { defineOperatorTool } from '../../core/define-tool.ts'
import { Problem } from '../../core/problems/problem.ts'
import { text, uuid } from '../../core/schemas.ts'
import { sha256 } from '../../core/text/digest.ts'
import { pseudonymOf } from '../../tasks/records/pseudonym.ts'
import { disputeOutcome } from '../dispute-schema.ts'
import { notifySide } from '../notify-side.ts'

/** Decides a dispute, once (DISPUTE-30 to DISPUTE-33). It moves no money and changes no score. */
export const decideDispute = defineOperatorTool({
  name: 'decide_dispute',
  description: 'Decide a dispute for the consumer (upheld) or the provider (rejected). No money is moved.',
  role: 'moderator',
  effect: 'write',
  input: z.object({
    dispute_id: uuid.describe('the dispute'),
    outcome: disputeOutcome.describe('final: it cannot be changed'),
    reason: text(2_000).describe('the reason, which both sides can read and show to others'),
  }),
  output: z.object({ dispute_id: uuid, outcome: disputeOutcome, record: z.string() }),
  problems: ['not-found', 'dispute-closed'],
  async handler({ dispute_id, outcome, reason }, context) {
    const { transaction, now } = context
    // Before the transaction: the first key is made in another one, which would wait for this.
    const key = await context.signingKey('records')
    const signing = { signingKey: async () => key }
    return await transaction(async scope => {
      const dispute = await lockDispute(scope.db, dispute_id)
      if (!dispute) throw new Problem('not-found', 'This dispute does not exist.')
      if (dispute.state !== 'open') throw new Problem('dispute-closed', 'This dispute is decided or withdrawn.')
      const decision = { outcome, reason }
      const record = await signRecord(signing, 'colloquy-dispute+jwt', payloadOf(dispute, decision, context))
      await decideDisputeRow(scope.db, { id: dispute_id, ...decision, record }, now)
      for (const side of [dispute.consumer_id, dispute.provider_id]) notifySide(scope, side, dispute, 'decided')
      const change = { before: { state: 'open' }, after: { state: 'decided', outcome } }
      scope.audit({ action: 'decide_dispute', subject: { dispute_id }, ...change, reason })
      return { dispute_id, outcome, record }
    })
  },
})

/** What the record says; the digests are of the statements, and of the receipt as it was signed (DISPUTE-32). */
function payloadOf(
  { id, task_id, receipt_id, receipt_sha256, provider_id, consumer_id, statement, answer }: WholeDispute,
  decision: { outcome: DisputeOutcome; reason: string },
  { installation, now, secret }: Context<OperatorActor>,
): object {
  return {
    iss: installation.baseUrl,
    dispute_id: id,
    broker_task_id: task_id,
    receipt_id,
    receipt_sha256,
    provider_agent_id: provider_id,
    consumer: pseudonymOf(secret, provider_id, consumer_id),
    statement_sha256: sha256(statement),
    answer_sha256: answer === null ? null : sha256(answer),
    ...decision,
    decided_at: now.toISOString(),
  }
}
