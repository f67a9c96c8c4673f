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

/** A check takes at most 20 seconds: one that has been running for longer lost its process. */
const HELD_MS = MINUTE
/** Notifies other processes that run checks of the service. */
const PATIENCE_MS = 50 * SECOND
const LOOK_AGAIN_MS = 250

/**
 * Checks an endpoint, and returns the number of the attempt. Only one check of a service runs at a time: if another
 * process is running the same one, it serves both.
 */
export async function runCheck(parts: RunParts, wanted: CheckRequest): Promise<number> {
  const { db, now, monotonic, newId } = parts
  const { service_id, card_url, skill_id, key_version } = wanted
  const mine = { service_id, holder: newId(), card_url, skill_id, key_version }
  const started = monotonic()
  const time = () => after(now, Math.round(monotonic() - started))
  while (monotonic() - started < PATIENCE_MS) {
    const other = await beginCheck(db, mine, { now: time(), until: after(time(), HELD_MS) })
    if (!other) return await checkAndCommit(parts, wanted, { ...mine, isRequested: true })
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

/** The same, unless another check of the service is running. */
export async function tryRunCheck(parts: RunParts, wanted: CheckRequest): Promise<void> {
  const { db, now, newId } = parts
  const { service_id, card_url, skill_id, key_version } = wanted
  const mine = { service_id, holder: newId(), card_url, skill_id, key_version }
  if (await beginCheck(db, mine, { now, until: after(now, HELD_MS) })) return
  await checkAndCommit(parts, wanted, { ...mine, isRequested: false })
}

async function checkAndCommit(
  parts: RunParts,
  wanted: CheckRequest,
  { holder, isRequested }: Pick<CheckRun, 'holder' | 'isRequested'>,
): Promise<number> {
  const run = { ...wanted, holder, isRequested }
  try {
    return await commitCheck(parts, run, await verifyEndpoint(parts, wanted))
  } catch (error) {
    // Storing the result ends the check, which did not happen; if this fails too, the check times out.
    await endCheck(parts.db, run).catch(() => {})
    throw error
  }
}
