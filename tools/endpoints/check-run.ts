import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../storage/db/db.ts'
import {
  beginCheck,
  endCheck,
  findCheckedRevision,
  isCheckRunning,
  type RunningCheck,
} from '../../storage/endpoints/running-checks.ts'
import type { Context } from '../core/context.ts'
import { after, MINUTE, SECOND } from '../core/durations.ts'
import { Problem } from '../core/problems/problem.ts'
import { type CheckRun, commitCheck } from './commit-check.ts'
import { type EndpointToVerify, type VerificationParts, verifyEndpoint } from './verify-endpoint.ts'

export interface RunParts extends Omit<VerificationParts, 'now'>, Pick<Context, 'transaction' | 'newId' | 'now'> {
  db: Pick<Db, 'many' | 'maybeOne' | 'one' | 'script'>
}

export interface CheckRequest
  extends EndpointToVerify,
    Pick<CheckRun, 'service_status' | 'key_version' | 'key_fingerprint'> {}

/** A check takes 20 seconds: one that is under way for so long has lost its process. */
const HELD_MS = MINUTE
/** For checks of the service in other processes. */
const PATIENCE_MS = 50 * SECOND
const LOOK_AGAIN_MS = 250

/**
 * Checks an endpoint, and answers the number of the attempt that it was. One check of a service is under way at a time:
 * another process that has just the same under way answers for both.
 */
export async function runCheck(parts: RunParts, wanted: CheckRequest): Promise<number> {
  const { db, now, monotonic, newId } = parts
  const { service_id, card_url, skill_id, key_version } = wanted
  const mine = { service_id, holder: newId(), card_url, skill_id, key_version }
  const started = monotonic()
  const time = () => after(now, Math.round(monotonic() - started))
  while (monotonic() - started < PATIENCE_MS) {
    const other = await beginCheck(db, mine, { now: time(), until: after(time(), HELD_MS) })
    if (!other) return await checkAndCommit(parts, wanted, { ...mine, isAsked: true })
    while ((await isCheckRunning(db, other, time())) && monotonic() - started < PATIENCE_MS) await pause(LOOK_AGAIN_MS)
    const answered = isSame(other, mine) ? await findCheckedRevision(db, other) : undefined
    if (answered !== undefined) return answered
  }
  throw new Problem('service-unavailable', 'A check of this service is in progress. Try again shortly.', {
    retry_after_seconds: LOOK_AGAIN_SECONDS,
  })
}

const LOOK_AGAIN_SECONDS = 10

const isSame = (a: RunningCheck, b: RunningCheck): boolean =>
  a.card_url === b.card_url && a.skill_id === b.skill_id && a.key_version === b.key_version

/** The same, where no other check of the service is under way. */
export async function tryRunCheck(parts: RunParts, wanted: CheckRequest): Promise<void> {
  const { db, now, newId } = parts
  const { service_id, card_url, skill_id, key_version } = wanted
  const mine = { service_id, holder: newId(), card_url, skill_id, key_version }
  if (await beginCheck(db, mine, { now, until: after(now, HELD_MS) })) return
  await checkAndCommit(parts, wanted, { ...mine, isAsked: false })
}

async function checkAndCommit(
  parts: RunParts,
  wanted: CheckRequest,
  { holder, isAsked }: Pick<CheckRun, 'holder' | 'isAsked'>,
): Promise<number> {
  const run = { ...wanted, holder, isAsked }
  try {
    return await commitCheck(parts, run, await verifyEndpoint(parts, wanted))
  } catch (error) {
    // What is kept ends it, and nothing was; where this fails too, its time ends it.
    await endCheck(parts.db, run).catch(() => {})
    throw error
  }
}
