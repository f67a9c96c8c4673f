import { z } from 'zod'
import type { Queryable } from '../../storage/db/db.ts'
import type { EnrollmentChallenge } from '../../storage/enrollment/enrollment-challenges.ts'
import type { EnrollmentFailures } from '../../storage/enrollment/enrollment-failures.ts'
import { RETENTION } from '../../storage/jobs/retention-periods.ts'
import { challengeTasks, tasksOf } from '../challenges/challenge-schema.ts'
import { makeChallengeTasks } from '../challenges/rewording/make-tasks.ts'
import { CHALLENGE_VERSION } from '../challenges/tasks/challenge-tasks.ts'
import type { About } from '../challenges/tasks/engine/family.ts'
import type { Context, Installation } from '../core/context.ts'
import { after, MINUTE, SECOND } from '../core/durations.ts'
import { Problem, type ProblemSlug } from '../core/problems/problem.ts'
import { timestamp, uuid } from '../core/schemas.ts'
import { readSettings } from '../core/setting-values.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'
import type { ReadKey } from '../keys/registered-key.ts'

export const MAX_ENROLLMENT_ATTEMPTS = 4
/** How long a failure counts, and how long a key is locked out after failing all attempts (ENROLL-74). */
export const FAILURE_RETENTION_MS = RETENTION.enrollment.ms
/** How long the outcome of a challenge is available to a client that lost the response. */
const CHALLENGE_RETENTION_MS = RETENTION.enrollment.ms
/** Delay before the next attempt, by the number of failures (ENROLL-71). */
const BACK_OFF_MS = [0, 30 * SECOND, 2 * MINUTE, 10 * MINUTE]

export const enrollmentChallenge = z
  .object({
    challenge_id: uuid,
    challenge_version: z.int().min(1),
    timeout_ms: z.int().min(1).describe('from opens_at to expires_at'),
    attempt: z.int().min(1),
    max_attempts: z.int().min(1),
    asks: z.string().describe('what to do, where and when'),
    respond_url: z.string(),
    opens_at: timestamp.describe('earliest time of an answer'),
    expires_at: timestamp.describe('latest time; handle and key are reserved until then'),
    tasks: challengeTasks.describe('answer each with one response, in the same order'),
  })
  .register(COMPONENTS, { id: 'EnrollmentChallenge' })

export const presentEnrollmentChallenge = (
  { id, version, attempt, made, opens_at, closes_at }: EnrollmentChallenge,
  { baseUrl }: Installation,
) => {
  const respond_url = `${baseUrl}/api/v1/aui/enroll/respond`
  const [from, until] = [opens_at.toISOString(), closes_at.toISOString()]
  return {
    challenge_id: id,
    challenge_version: version,
    timeout_ms: closes_at.getTime() - opens_at.getTime(),
    attempt,
    max_attempts: MAX_ENROLLMENT_ATTEMPTS,
    asks:
      'You are not a member yet. Solve the three tasks and send challenge_id, responses, timestamp_ms and ' +
      `signature to ${respond_url}, between ${from} and ${until}.`,
    respond_url,
    opens_at: from,
    expires_at: until,
    tasks: tasksOf(made),
  }
}

/** Tasks for the next attempt of a key, which opens after the delay for its failures. */
export async function makeChallenge(
  db: Queryable,
  { handle, name, interests }: About,
  given: { key: ReadKey; request_sha256: string; failed: EnrollmentFailures | undefined },
  context: Pick<Context, 'now' | 'newId' | 'randomBytes'>,
): Promise<EnrollmentChallenge> {
  const { now, newId } = context
  const { key, request_sha256, failed } = given
  const { 'enrollment.challenge_seconds': seconds } = await readSettings(db)
  const failures = failed?.failures ?? 0
  const waited = failed ? after(failed.failed_at, BACK_OFF_MS[failures] ?? 0) : now
  const opens_at = new Date(Math.max(waited.getTime(), now.getTime()))
  const closes_at = after(opens_at, seconds * SECOND)
  return {
    id: newId(),
    key_identity: key.identity,
    key_pem: key.pem,
    attempt: failures + 1,
    version: CHALLENGE_VERSION,
    made: JSON.stringify(await makeChallengeTasks(db, 'enrollment', { handle, name, interests }, context)),
    request_sha256,
    opens_at,
    closes_at,
    expires_at: after(closes_at, CHALLENGE_RETENTION_MS),
  }
}

/** A problem with the next challenge. */
export function withChallenge(
  slug: ProblemSlug,
  detail: string,
  challenge: EnrollmentChallenge,
  { installation, now }: Pick<Context, 'installation' | 'now'>,
): Problem {
  return new Problem(slug, detail, {
    retry_after_seconds: secondsUntil(challenge.opens_at, now),
    ...presentEnrollmentChallenge(challenge, installation),
  })
}

/** The number of failures after which no attempts are left. */
export function lockedOut({ failed_at }: EnrollmentFailures, now: Date): Problem {
  const ends_at = after(failed_at, FAILURE_RETENTION_MS)
  return new Problem('enrollment-locked-out', 'All attempts to enroll with this key failed. It can try again later.', {
    retry_after_seconds: secondsUntil(ends_at, now),
    ends_at: ends_at.toISOString(),
  })
}

export const isLockedOut = (failed: EnrollmentFailures | undefined): failed is EnrollmentFailures =>
  failed !== undefined && failed.failures >= MAX_ENROLLMENT_ATTEMPTS

export const secondsUntil = (time: Date, now: Date): number =>
  Math.max(0, Math.ceil((time.getTime() - now.getTime()) / SECOND))
