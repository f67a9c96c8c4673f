import type { Queryable } from '../../storage/db/db.ts'
import { type EnrolledAgentRow, findEnrolledAgentByKey } from '../../storage/enrollment/enrolled-agents.ts'
import {
  type EnrollmentChallenge,
  findEnrollmentChallenge,
  insertEnrollmentChallenge,
} from '../../storage/enrollment/enrollment-challenges.ts'
import {
  countEnrollmentFailure,
  deleteEnrollmentFailures,
  findEnrollmentFailures,
} from '../../storage/enrollment/enrollment-failures.ts'
import {
  deletePendingEnrollment,
  lockPendingEnrollment,
  moveToChallenge,
  type PendingEnrollment,
} from '../../storage/enrollment/pending-enrollments.ts'
import { areRight } from '../challenges/read-answers.ts'
import type { Context } from '../core/context.ts'
import { after } from '../core/durations.ts'
import { Problem } from '../core/problems/problem.ts'
import type { ReadKey } from '../keys/registered-key.ts'
import { FAILURE_RETENTION_MS, isLockedOut, lockedOut, makeChallenge, withChallenge } from './enrollment-challenge.ts'
import { gateOf } from './enrollment-gate.ts'
import { buildAgent, type NewAgentInput } from './new-agent.ts'
import { probationOf } from './pending-enrollment.ts'

/** Returns the enrolled agent, or why it is not enrolled yet, as a problem to be returned after the commit. */
export function judgeResponses(
  challenge: EnrollmentChallenge,
  key: ReadKey,
  responses: readonly unknown[],
  context: Context<unknown>,
): Promise<EnrolledAgentRow | Problem> {
  const { now } = context
  return context.transaction(async ({ db }) => {
    const pending = await lockPendingEnrollment(db, key.identity)
    if (pending?.challenge_id !== challenge.id) return await storedOutcome(db, challenge, pending, context)
    if (now < challenge.opens_at) {
      const detail = 'The next attempt has not started yet. This one was not counted.'
      return withChallenge('challenge-too-early', detail, challenge, context)
    }
    const isLate = now > challenge.closes_at
    if (isLate || !areRight(challenge.made, responses)) return await goOn(db, { pending, key, isLate }, context)
    const requested = JSON.parse(pending.new_agent) as NewAgentInput
    const gate = gateOf(db, pending.code_digest, key.identity)
    await buildAgent(db, requested, { key, gate, since: pending.began_at }, context)
    await deleteEnrollmentFailures(db, key.identity)
    return (await findEnrolledAgentByKey(db, key.identity))!
  })
}

/** Releases what a challenge reserves, if it is the one to be answered. */
export function endEnrollment({ id, key_identity }: EnrollmentChallenge, { transaction }: Context<unknown>) {
  return transaction(async ({ db }) => {
    const pending = await lockPendingEnrollment(db, key_identity)
    if (pending?.challenge_id === id) await deletePendingEnrollment(db, key_identity)
  })
}

/**
 * The outcome of a challenge that was answered before, or replaced: a repeated answer gets the same response, and
 * nothing is counted twice. Challenges of other requests are not found, since somebody else may have made these.
 */
async function storedOutcome(
  db: Queryable,
  { key_identity, request_sha256 }: EnrollmentChallenge,
  pending: PendingEnrollment | undefined,
  context: Context<unknown>,
): Promise<EnrolledAgentRow | Problem> {
  const { now } = context
  const member = await findEnrolledAgentByKey(db, key_identity)
  if (member) return member
  const failed = await findEnrollmentFailures(db, key_identity, now)
  if (isLockedOut(failed)) return lockedOut(failed, now)
  const isSame = pending?.request_sha256 === request_sha256
  const open = isSame ? await findEnrollmentChallenge(db, pending.challenge_id, now) : undefined
  if (!open) return new Problem('not-found', 'The enrollment for this challenge has ended. Enroll again.')
  return withChallenge(
    'challenge-failed-retry',
    'This challenge was already answered; another one is open.',
    open,
    context,
  )
}

/** Counts a failure, and continues with another challenge while there are attempts left. */
async function goOn(
  db: Queryable,
  { pending, key, isLate }: { pending: PendingEnrollment; key: ReadKey; isLate: boolean },
  context: Context<unknown>,
): Promise<Problem> {
  const { now } = context
  const { identity } = key
  const expires_at = after(now, FAILURE_RETENTION_MS)
  const failures = await countEnrollmentFailure(db, identity, { failed_at: now, expires_at })
  const failed = { failures, failed_at: now }
  if (isLockedOut(failed)) {
    await deletePendingEnrollment(db, identity)
    return lockedOut(failed, now)
  }
  const { request_sha256, began_at } = pending
  const requested = JSON.parse(pending.new_agent) as NewAgentInput
  const next = await makeChallenge(db, requested, { key, request_sha256, failed }, context)
  await insertEnrollmentChallenge(db, next)
  await moveToChallenge(db, identity, { challenge_id: next.id, ...probationOf(next, began_at) })
  return isLate
    ? withChallenge('challenge-timeout', 'The answer arrived after expires_at and counts as failed.', next, context)
    : withChallenge('challenge-failed-retry', 'Not every response is correct.', next, context)
}
