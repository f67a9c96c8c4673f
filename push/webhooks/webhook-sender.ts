import { UnansweredStatement } from '../../storage/db/db.ts'
import { recordAttempts } from '../../storage/webhooks/delivery-attempts.ts'
import {
  type DueDelivery,
  findDueDeliveries,
  findProbe,
  type SendingReport,
  type WebhookEndpoint,
} from '../../storage/webhooks/due-deliveries.ts'
import type { ConcurrencySlot } from '../shared-concurrency.ts'
import { type AttemptOutcome, attemptDelivery, createSecretReader, type SendingParts } from './webhook-attempt.ts'
import { ATTEMPTS_BEFORE_FAILED, MAY_FAIL, nextDeliveryAttemptAt } from './webhook-backoff.ts'

/**
 * How long a turn sends before others have theirs; this also limits how long a changed URL, secret or status takes to
 * apply.
 */
const DELIVERIES_A_TURN = 20
const TURN_MS = 1_000
const PARALLEL = 4
/** A response that took longer counts as late. */
const LATE_RESPONSE_MS = 2_000

/** Event types that a suspended agent receives, as patterns (STATUS-13, RECOVER-38). */
const WHILE_SUSPENDED = ['post.moderation.%', 'comment.moderation.%', 'agent.status.changed', 'agent.key_recovery.%']
const LOOK_AGAIN_MS = 600_000

export const emptyReport = (): SendingReport => ({
  answered_at: null,
  status_code: null,
  has_succeeded: false,
  failed_at: null,
  failed_events: 0,
  is_late: false,
  is_gone: false,
  address: null,
  receivable: ['%'],
  look_again: null,
})

interface Turn {
  isFailing: boolean
  slot: ConcurrencySlot
  isStopping(): boolean
}

/**
 * A turn of sending to one webhook: one attempt, then a few at a time, or one at a time if it is failing. It ends with
 * the first failure: from then on a turn is one attempt, over at most as many events as would disable it, until one
 * succeeds.
 */
export async function sendBatch(
  parts: SendingParts,
  endpoint: WebhookEndpoint,
  { isFailing, slot, isStopping }: Turn,
): Promise<SendingReport> {
  const { db, clock, secretKeys } = parts
  const now = clock()
  const like = patternsFor(endpoint)
  const report = { ...emptyReport(), receivable: like }
  if (!like.includes('%')) report.look_again = new Date(now + LOOK_AGAIN_MS)
  const query = { now: new Date(now), like, limit: DELIVERIES_A_TURN, mayTry: MAY_FAIL.events }
  const find = endpoint.is_failing ? findProbe : findDueDeliveries
  const waiting = like.length > 0 ? await find(db, endpoint.id, query) : []
  if (waiting.length === 0) return report
  const target = { endpoint, secrets: createSecretReader(endpoint, secretKeys, now), slot }
  const sendNext = async (): Promise<boolean> => {
    if (report.failed_at !== null || clock() - now >= TURN_MS || isStopping()) return false
    const due = waiting.shift()
    if (!due) return false
    const outcome = await attemptOrFail(parts, target, due)
    // An attempt that the shutdown of this process aborted says nothing about the endpoint.
    if (typeof outcome === 'object' && outcome.status === 0 && isStopping()) return false
    await settle(parts, endpoint, due, outcome, report)
    return true
  }
  if (!(await sendNext())) return report
  await Promise.all(
    Array.from({ length: isFailing ? 1 : PARALLEL }, async () => {
      while (await sendNext());
    }),
  )
  return report
}

/** An event that cannot be serialized is a failed attempt of the event, but not of its endpoint. */
async function attemptOrFail(
  parts: SendingParts,
  target: Parameters<typeof attemptDelivery>[1],
  due: DueDelivery,
): Promise<AttemptOutcome | 'nothing' | 'unwritable'> {
  try {
    return await attemptDelivery(parts, target, due)
  } catch (error) {
    if (error instanceof UnansweredStatement) throw error
    const { event_id: event, attempts } = due
    if (attempts === 0) parts.log.warn({ err: error, webhook: target.endpoint.id, event }, 'an event cannot be sent')
    return 'unwritable'
  }
}

function patternsFor({ agent_status }: WebhookEndpoint): readonly string[] {
  if (agent_status === 'disabled') return []
  return agent_status === 'suspended' ? WHILE_SUSPENDED : ['%']
}

const isSuccess = (status: number) => status >= 200 && status < 300

async function settle(
  { batch, random, clock, progress }: SendingParts,
  { id, agent_id }: WebhookEndpoint,
  { event_id, attempts, seq }: DueDelivery,
  outcome: AttemptOutcome | 'nothing' | 'unwritable',
  report: SendingReport,
): Promise<void> {
  const of = { webhook_id: id, event_id, attempts }
  const text = (ms: number) => new Date(ms).toISOString()
  if (outcome === 'nothing') {
    const nowhere = { attempted_at: text(0), status_code: 0, delivered_at: null, due_at: null }
    return await batch(recordAttempts, { ...of, ...nowhere })
  }
  if (outcome === 'unwritable') {
    const at = clock()
    const failed = { attempts: attempts + 1, startedAt: at, endedAt: at, status: 0, retryAfter: undefined }
    const next = nextDeliveryAttemptAt(failed, random())
    const due_at = next === undefined ? null : text(next)
    return await batch(recordAttempts, { ...of, attempted_at: text(at), status_code: 0, delivered_at: null, due_at })
  }
  const { startedAt, endedAt, status } = outcome
  const next =
    isSuccess(status) || status === 410
      ? undefined
      : nextDeliveryAttemptAt({ ...outcome, attempts: attempts + 1 }, random())
  note(report, outcome, attempts + 1)
  if (isSuccess(status) && seq !== null) progress.note(agent_id, seq - 1, seq)
  await batch(recordAttempts, {
    ...of,
    attempted_at: text(startedAt),
    status_code: status,
    delivered_at: isSuccess(status) ? text(endedAt) : null,
    due_at: next === undefined ? null : text(next),
  })
}

function note(report: SendingReport, outcome: AttemptOutcome, attempts: number): void {
  const { startedAt, endedAt, status, tookMs, address } = outcome
  report.is_late ||= status === 0 || tookMs >= LATE_RESPONSE_MS
  report.address = address ?? report.address
  if (status !== 0) {
    report.answered_at = new Date(endedAt)
    report.status_code = status
  }
  if (isSuccess(status)) {
    Object.assign(report, { has_succeeded: true, failed_at: null, failed_events: 0 })
    return
  }
  report.is_gone ||= status === 410
  report.failed_at ??= new Date(startedAt)
  if (attempts === ATTEMPTS_BEFORE_FAILED) report.failed_events++
}
