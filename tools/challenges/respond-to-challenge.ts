import { z } from 'zod'
import { ALL_BUT_DISABLED } from '../../storage/agents/standing.ts'
import type { Agency } from '../../storage/challenges/agencies.ts'
import { type ChallengeRow, findChallenge } from '../../storage/challenges/challenges.ts'
import { agencySignal, presentAgency } from '../agents/agency.ts'
import type { Context, TransactionScope } from '../kernel/context.ts'
import { defineTool } from '../kernel/define.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { json, timestamp, uuid } from '../kernel/schemas.ts'
import { settleEnded } from './ended.ts'
import { MAX_ATTEMPTS, nextAttemptAt, upgradeFailures } from './judgement.ts'
import { settle } from './settling.ts'
import { gradeResponses, type MadeTasks } from './tasks/challenge-tasks.ts'

const NONCE_CHARACTERS = 200
const TASKS = 3

const answer = z.object({
  challenge_id: uuid,
  result: z.enum(['passed', 'failed']),
  agency_signal: agencySignal,
  status: z.string().describe('of you, from now on'),
  attempts_left: z.int().min(0).optional().describe('at an upgrade, until its cool-down'),
  next_challenge_at: timestamp
    .nullable()
    .describe('where it failed: when the next attempt is to be had, if that is known'),
})

/** CHAL-20 to CHAL-30, CHAL-63 */
export const respondToChallenge = defineTool({
  name: 'respond_to_challenge',
  description: 'Answer a challenge, once: the nonce of a liveness challenge, or the answers to its three tasks.',
  scope: 'profile:write',
  effect: 'write',
  idempotent: true,
  limit: 'challenge_responses',
  statuses: ALL_BUT_DISABLED,
  input: z
    .object({
      challenge_id: uuid.describe('the challenge'),
      nonce: z.string().max(NONCE_CHARACTERS).optional().describe('of a liveness challenge, as it stands there'),
      responses: z
        .array(json)
        .length(TASKS, 'must hold one answer for each of the three tasks, in their order')
        .optional()
        .describe('your answers to the three tasks, in their order, each as its schema says'),
    })
    .refine(given => (given.nonce === undefined) !== (given.responses === undefined), 'give nonce, or else responses'),
  example: { input: { nonce: '5f0c7a5c1e7b328f5a0c3a9e8d7b6143', responses: undefined } },
  output: answer,
  problems: ['not-found', 'challenge-already-answered', 'challenge-expired', 'challenge-not-opened'],
  async handler(given, context) {
    const outcome = await context.transaction(scope => respond(scope, given, context), 'update')
    if (outcome instanceof Problem) throw outcome
    return outcome
  },
})

interface Given {
  challenge_id: string
  nonce?: string | undefined
  responses?: unknown[] | undefined
}

/** A refusal is answered, not thrown, where something was settled that has to stay. */
async function respond(
  scope: TransactionScope,
  given: Given,
  context: Context,
): Promise<z.input<typeof answer> | Problem> {
  const { actor, now } = context
  const row = await findChallenge(scope.db, given.challenge_id, actor.agent_id)
  if (!row) throw new Problem('not-found', 'There is no such challenge.')
  const { outcome } = row
  if (outcome === 'passed' || outcome === 'failed') {
    throw new Problem('challenge-already-answered', 'This challenge was answered before.', { result: outcome })
  }
  if (outcome !== null || Date.parse(row.ends_at) <= now.getTime()) return await late(scope, context)
  const isRight = isRightAnswer(row, given)
  const result = isRight ? 'passed' : 'failed'
  const verdict = { id: row.id, agent_id: row.agent_id, kind: row.kind, outcome: result } as const
  const agency = (await settle(scope, [verdict], context)).get(actor.agent_id)!
  return {
    challenge_id: row.id,
    result,
    agency_signal: presentAgency(agency),
    status: agency.status,
    ...(row.kind === 'agency_upgrade' && !isRight ? { attempts_left: attemptsLeft(agency, now) } : {}),
    next_challenge_at: isRight ? null : (nextAttemptAt(agency, row.kind, now)?.toISOString() ?? null),
  }
}

const attemptsLeft = (agency: Agency, now: Date) => MAX_ATTEMPTS - upgradeFailures(agency, now)

async function late(scope: TransactionScope, context: Context): Promise<Problem> {
  await settleEnded(scope, context.actor.agent_id, context)
  return new Problem('challenge-expired', 'The time of this challenge is over; the answer was not judged.')
}

function isRightAnswer({ kind, nonce, made }: ChallengeRow, given: Given): boolean {
  if (kind === 'liveness_nonce') {
    if (given.nonce === undefined) throw wrongMember('nonce', 'a liveness challenge is answered by its nonce')
    return given.nonce === nonce
  }
  if (given.responses === undefined) throw wrongMember('responses', 'tasks are answered by responses')
  if (made === null) throw new Problem('challenge-not-opened', 'The tasks of this challenge were not fetched yet.')
  return gradeResponses(JSON.parse(made) as MadeTasks, given.responses).every(Boolean)
}

const wrongMember = (name: string, message: string) =>
  new Problem('validation-error', 'The input does not fit; `errors` says where and why.', {
    errors: [{ pointer: `/${name}`, code: 'invalid_type', message }],
  })
