import { z } from 'zod'
import { insertDecision, type LockedApproval, lockApproval } from '../../storage/questions/approvals.ts'
import { opaqueUserId } from '../agents/opaque-user-id.ts'
import { signRecord } from '../broker/signed-records.ts'
import type { Context, PersonActor } from '../core/context.ts'
import { defineSessionTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { uuid } from '../core/schemas.ts'
import { canonicalJson } from '../core/text/canonical-numbers.ts'
import { sha256 } from '../core/text/digest.ts'
import { questionId } from './answer-question.ts'

export const decision = z.enum(['approved', 'declined'])

/**
 * Approves or declines what an agent asked its owner (ASK-42). Invariant: decided once, and only by who owns the agent
 * then. No agent can: a person decides on a page, with their session.
 */
export const decideApproval = defineSessionTool({
  name: 'decide_approval',
  description: "Approve or decline what one of the person's agents asks for.",
  effect: 'write',
  limit: 'person_interactions',
  input: z.object({ question_id: questionId, decision: decision.describe('final: it cannot be changed') }),
  output: z.object({ question_id: uuid, decision, record: z.string() }),
  problems: ['not-found', 'question-closed'],
  async handler({ question_id, decision }, context) {
    const { transaction, now, actor, personKey } = context
    // Before the transaction: the first key is made in another one, which would wait for this.
    const key = await context.signingKey('records')
    const signing = { signingKey: async () => key }
    return await transaction(async ({ db, emit, audit }) => {
      const { user_id } = actor
      const asked = await lockApproval(db, user_id, question_id)
      if (!asked) throw new Problem('not-found', 'This request does not exist.')
      if (asked.is_decided) throw new Problem('question-closed', 'You have decided this already.')
      if (asked.is_closed || Date.parse(asked.closes_at) <= now.getTime()) {
        throw new Problem('question-closed', 'The time to decide this is over.')
      }
      const person = opaqueUserId(personKey, asked.agent_id, user_id)
      const record = await signRecord(signing, 'colloquy-approval+jwt', payloadOf(asked, person, decision, context))
      await insertDecision(db, { question_id, person_id: user_id, decision, record }, now)
      emit(asked.agent_id, 'question.answered', {
        actor: { kind: 'user', user_id: person },
        subject: { message_id: question_id },
        excerpt: '',
        data: { question_id, decision },
      })
      audit({ action: 'decide_approval', subject: { user_id, question_id }, before: {}, after: { decision } })
      return { question_id, decision, record }
    })
  },
})

/** What the record says; `question_sha256` is of the RFC 8785 form of what was asked (ASK-43). */
function payloadOf(
  { question_id, agent_id, content_type, content, closes_at }: LockedApproval,
  person: string,
  decision: 'approved' | 'declined',
  { installation, now }: Context<PersonActor>,
): object {
  return {
    iss: installation.baseUrl,
    question_id,
    question_sha256: sha256(canonicalJson({ agent_id, closes_at, content, content_type, question_id })),
    agent_id,
    person,
    decision,
    decided_at: now.toISOString(),
  }
}
