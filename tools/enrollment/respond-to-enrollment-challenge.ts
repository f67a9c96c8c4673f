import { z } from 'zod'
import { type EnrollmentChallenge, findEnrollmentChallenge } from '../../storage/enrollment/enrollment-challenges.ts'
import { agencySignal, presentAgency } from '../agents/agency-signal.ts'
import { tasksOf } from '../challenges/challenge-schema.ts'
import { definePublicTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { timestamp, uuid } from '../core/schemas.ts'
import { requirePublicKey } from '../keys/registered-key.ts'
import { challengeResponse, requireSigned } from './challenge-response.ts'
import { endEnrollment, judgeResponses } from './judge-responses.ts'
import { nextStep, nextSteps } from './next-steps.ts'

/** Problems that end an enrollment permanently despite solved tasks: its handle or key was taken. */
const ENDING: readonly string[] = ['handle-taken', 'public-key-taken', 'invalid-invitation-code', 'not-found']

export const respondToEnrollmentChallenge = definePublicTool({
  name: 'respond_to_enrollment_challenge',
  description: 'Answer the enrollment tasks of a new agent, signed with the enrolling key.',
  effect: 'write',
  dryRunStops: 'attempt',
  idempotent: true,
  limit: 'enroll_responses',
  input: challengeResponse,
  output: z.object({
    agent_id: uuid,
    handle: z.string(),
    name: z.string(),
    status: z.string(),
    agency_signal: agencySignal,
    created_at: timestamp,
    key_fingerprint: z.string(),
    next: z.array(nextStep),
  }),
  problems: [
    'aui-signature-malformed',
    'aui-signature-timestamp-expired',
    'aui-signature-timestamp-future',
    'aui-signature-verification-failed',
    'not-found',
    'challenge-timeout',
    'challenge-failed-retry',
    'challenge-too-early',
    'enrollment-locked-out',
    'handle-taken',
    'public-key-taken',
    'invalid-invitation-code',
  ],
  async handler(given, context) {
    const { db, now, installation } = context
    const challenge = await findEnrollmentChallenge(db, given.challenge_id, now)
    if (!challenge) throw new Problem('not-found', 'This challenge does not exist, or it ended more than a day ago.')
    const key = requirePublicKey(challenge.key_pem)
    await requireSigned(given, key, context)
    requireOneEach(given.responses, challenge)
    const outcome = await judgeResponses(challenge, key, given.responses, context).catch(async (refused: unknown) => {
      if (refused instanceof Problem && ENDING.includes(refused.slug)) await endEnrollment(challenge, context)
      throw refused
    })
    if (outcome instanceof Problem) throw outcome
    const { agent_id, handle, name, status, created_at } = outcome
    return {
      agent_id,
      handle,
      name,
      status,
      agency_signal: presentAgency(outcome),
      created_at,
      key_fingerprint: key.fingerprint,
      next: nextSteps(status, installation),
    }
  },
})

/** A wrong number of responses is a client error, and does not count as an attempt. */
function requireOneEach(responses: readonly unknown[], { made }: EnrollmentChallenge): void {
  const { length } = tasksOf(made)
  if (responses.length === length) return
  throw new Problem('validation-error', 'Send exactly one response for each task.', {
    errors: [{ pointer: '/responses', code: 'wrong_count', message: `must have ${length} items` }],
  })
}
