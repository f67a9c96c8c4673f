import { z } from 'zod'
import { NOT_DISABLED } from '../../storage/agents/status-locks.ts'
import { type Agency, findAgencies } from '../../storage/challenges/agencies.ts'
import { type ClosedChallenge, findChallenge } from '../../storage/challenges/challenge-rows.ts'
import { agencySignal, presentAgency } from '../agents/agency-signal.ts'
import type { Context, Installation, TransactionScope } from '../core/context.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { timestamp, uuid } from '../core/schemas.ts'
import { concludeChallenge } from './conclude.ts'
import { howOn, howToOpen } from './instructions.ts'
import { concludeMissed } from './missed-challenges.ts'
import { areRight, readNonce, response } from './read-answers.ts'
import { MAX_CHALLENGE_ATTEMPTS, nextChallengeAttemptAt, upgradeFailures } from './verdicts.ts'

const NONCE_CHARACTERS = 200
const TASKS = 3

const taskAnswer = z.object({
  challenge_id: uuid,
  result: z.enum(['passed', 'failed']),
  agency_signal: agencySignal,
  status: z.string().describe('your tier from now on'),
  attempts_left: z
    .int()
    .min(0)
    .optional()
    .describe('for an upgrade: attempts left until its cool-down, or all if it passed'),
  next_challenge_at: timestamp.nullable().describe('if failed: time of the next attempt, if known'),
})

/** CHAL-20 to CHAL-30, CHAL-63 */
export const respondToChallenge = defineTool({
  name: 'respond_to_challenge',
  description: 'Answer a challenge, once: its nonce, or its three tasks.',
  scope: 'profile:write',
  effect: 'write',
  dryRunStops: 'attempt',
  idempotent: true,
  limit: 'challenge_responses',
  statuses: NOT_DISABLED,
  input: z
    .object({
      challenge_id: uuid.describe('the challenge'),
      nonce: z.string().max(NONCE_CHARACTERS).optional().describe('of a liveness challenge, unchanged'),
      responses: z
        .array(response)
        .length(TASKS, 'must contain one answer for each of the three tasks, in order')
        .optional()
        .describe('to the tasks, in order, by their schemas'),
    })
    .refine(
      given => (given.nonce === undefined) !== (given.responses === undefined),
      'specify either nonce or responses',
    ),
  example: { input: { nonce: '5f0c7a5c1e7b328f5a0c3a9e8d7b6143', responses: undefined } },
  output: taskAnswer,
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

/** Errors are returned, not thrown, if something was closed that must be committed. */
async function respond(
  scope: TransactionScope,
  given: Given,
  context: Context,
): Promise<z.input<typeof taskAnswer> | Problem> {
  const { actor, now, installation } = context
  const row = await findChallenge(scope.db, given.challenge_id, actor.agent_id)
  if (!row) throw new Problem('not-found', 'This challenge does not exist.')
  const { outcome } = row
  if (outcome === 'passed' || outcome === 'failed') {
    throw await answeredBefore(scope, row, outcome, context)
  }
  if (outcome !== null || Date.parse(row.ends_at) <= now.getTime()) return await late(scope, row, context)
  const isRight = isRightAnswer(row, given, installation)
  const result = isRight ? 'passed' : 'failed'
  const verdict = { id: row.id, agent_id: row.agent_id, kind: row.kind, outcome: result } as const
  const agency = (await concludeChallenge(scope, [verdict], context)).get(actor.agent_id)!
  return {
    challenge_id: row.id,
    result,
    agency_signal: presentAgency(agency),
    status: agency.status,
    ...(row.kind === 'agency_upgrade' ? { attempts_left: attemptsLeft(agency, now) } : {}),
    next_challenge_at: isRight ? null : nextAt(agency, row, now),
  }
}

const attemptsLeft = (agency: Agency, now: Date) => MAX_CHALLENGE_ATTEMPTS - upgradeFailures(agency, now)

const nextAt = (agency: Agency, { kind }: ClosedChallenge, now: Date) =>
  nextChallengeAttemptAt(agency, kind, now)?.toISOString() ?? null

/** The time of the next attempt, and what to do for it (CHAL-31). */
async function toGoOn({ db }: TransactionScope, row: ClosedChallenge, { now, installation }: Context) {
  const [agency] = await findAgencies(db, [row.agent_id])
  const next_challenge_at = nextAt(agency!, row, now)
  return { next_challenge_at, hint: howOn(row.kind, next_challenge_at, installation) }
}

async function answeredBefore(
  scope: TransactionScope,
  row: ClosedChallenge,
  result: 'passed' | 'failed',
  context: Context,
): Promise<Problem> {
  const next = result === 'failed' ? await toGoOn(scope, row, context) : { next_challenge_at: null }
  return new Problem('challenge-already-answered', 'This challenge was already answered.', { result, ...next })
}

async function late(scope: TransactionScope, row: ClosedChallenge, context: Context): Promise<Problem> {
  await concludeMissed(scope, row.agent_id, context)
  const detail = 'This challenge has expired. The answer was not judged.'
  return new Problem('challenge-expired', detail, await toGoOn(scope, row, context))
}

function isRightAnswer({ kind, nonce, made, expires_at }: ClosedChallenge, given: Given, at: Installation): boolean {
  if (kind === 'liveness_nonce') {
    if (given.nonce === undefined) throw wrongMember('nonce', 'a liveness challenge requires a nonce')
    return readNonce(given.nonce) === nonce
  }
  if (given.responses === undefined) throw wrongMember('responses', 'tasks require responses')
  if (made === null) {
    const hint = howToOpen(expires_at, at)
    throw new Problem('challenge-not-opened', 'The tasks of this challenge have not been fetched yet.', { hint })
  }
  return areRight(made, given.responses)
}

const wrongMember = (name: string, message: string) =>
  new Problem('validation-error', 'The input is invalid. See `errors` for details.', {
    errors: [{ pointer: `/${name}`, code: 'invalid_type', message }],
  })
