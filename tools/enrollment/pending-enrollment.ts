import { hash } from 'node:crypto'
import { findAgentByKey, isHandleTaken } from '../../storage/agents/agent-rows.ts'
import type { Queryable } from '../../storage/db/db.ts'
import {
  type EnrollmentChallenge,
  findEnrollmentChallenge,
  insertEnrollmentChallenge,
} from '../../storage/enrollment/enrollment-challenges.ts'
import { findEnrollmentFailures } from '../../storage/enrollment/enrollment-failures.ts'
import {
  deleteExpiredEnrollments,
  deletePendingEnrollment,
  insertPendingEnrollment,
  lockPendingEnrollment,
  type PendingEnrollment,
} from '../../storage/enrollment/pending-enrollments.ts'
import type { Context } from '../core/context.ts'
import { after, HOUR } from '../core/durations.ts'
import type { ReadKey } from '../keys/registered-key.ts'
import { requireHeldPerson } from '../persons/person-schema.ts'
import { isLockedOut, lockedOut, makeChallenge, secondsUntil } from './enrollment-challenge.ts'
import type { EnrollmentGate } from './enrollment-gate.ts'
import { handleTaken, type NewAgentInput, publicKeyTaken } from './new-agent.ts'

/** Maximum time that a handle is reserved, however often its enrollment is retried (ENROLL-67). */
const HELD_MS = HOUR
/** How long a late answer is still judged. */
const LATE_MS = HOUR

interface Wanted {
  newAgent: NewAgentInput
  key: ReadKey
  /** Whether the request is by the holder of the key. */
  isProven: boolean
  gate: EnrollmentGate
}

/** Until when a challenge reserves its handle and key, and until when it is stored. */
export const probationOf = ({ closes_at }: EnrollmentChallenge, began_at: Date) => {
  const latest = after(began_at, HELD_MS)
  return { held_until: closes_at < latest ? closes_at : latest, expires_at: after(closes_at, LATE_MS) }
}

/** Reserves handle and key, and returns the tasks to solve: the same for a repeated request. */
export async function challengeNewAgent(
  db: Queryable,
  wanted: Wanted,
  context: Context<unknown>,
): Promise<EnrollmentChallenge> {
  const { newAgent } = wanted
  if (newAgent.user_id !== null) await requireHeldPerson(db, newAgent.user_id)
  const challenge = (await findOrMake(db, wanted, context)) ?? (await findOrMake(db, wanted, context))
  if (!challenge) throw handleTaken()
  return challenge
}

/** `undefined` if another key has the handle, or the same enrollment started concurrently. */
async function findOrMake(
  db: Queryable,
  wanted: Wanted,
  context: Context<unknown>,
): Promise<EnrollmentChallenge | undefined> {
  const { newAgent, key, gate } = wanted
  const { now } = context
  const pending = await lockPendingEnrollment(db, key.identity)
  await gate.pass(now)
  const failed = await findEnrollmentFailures(db, key.identity, now)
  if (isLockedOut(failed)) throw lockedOut(failed, now)
  if (await findAgentByKey(db, key.identity)) throw publicKeyTaken()
  if (await isHandleTaken(db, newAgent.handle, now)) throw handleTaken()
  const request_sha256 = hash('sha256', JSON.stringify([newAgent, gate.digest]))
  if (pending && pending.held_until > now) {
    if (isRepeated(pending, request_sha256, wanted)) return findEnrollmentChallenge(db, pending.challenge_id, now)
    if (!wanted.isProven) throw keyHeld(pending, now)
  }
  if (pending) await deletePendingEnrollment(db, key.identity)
  await deleteExpiredEnrollments(db, newAgent.handle, now)
  const challenge = await makeChallenge(db, newAgent, { key, request_sha256, failed }, context)
  return (await hold(db, wanted, challenge, now)) ? challenge : undefined
}

/** A request with a proof is not shown to a client without one. */
const isRepeated = (pending: PendingEnrollment, request_sha256: string, { isProven }: Wanted) =>
  pending.request_sha256 === request_sha256 && pending.is_proven === isProven

/** Anybody can send a public key: its holder regains it with a proof. */
const keyHeld = ({ held_until }: PendingEnrollment, now: Date) =>
  publicKeyTaken({
    hint:
      'An enrollment with this key is waiting for its challenge. Answer the challenge, repeat exactly the same ' +
      'request, prove the key with proof and timestamp_ms to start over, or wait until held_until.',
    held_until: held_until.toISOString(),
    retry_after_seconds: secondsUntil(held_until, now),
  })

async function hold(
  db: Queryable,
  { newAgent, key, isProven, gate }: Wanted,
  challenge: EnrollmentChallenge,
  now: Date,
): Promise<boolean> {
  const isHeld = await insertPendingEnrollment(db, key.identity, {
    handle: newAgent.handle,
    challenge_id: challenge.id,
    new_agent: JSON.stringify(newAgent),
    request_sha256: challenge.request_sha256,
    is_proven: isProven,
    code_digest: gate.digest,
    began_at: now,
    ...probationOf(challenge, now),
  })
  if (isHeld) await insertEnrollmentChallenge(db, challenge)
  return isHeld
}
