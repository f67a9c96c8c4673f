import { coalesce } from '../../concurrency/coalesced-task.ts'
import { UnansweredStatement } from '../../storage/db/db.ts'
import { setAside } from '../../storage/jobs/set-aside.ts'
import { findWebhookEndpoint, releaseWebhook } from '../../storage/webhooks/due-deliveries.ts'
import { type DueWebhook, leaveWebhook, renewWebhookLeases } from '../../storage/webhooks/webhook-leases.ts'
import { type ConcurrencySlot, openConcurrency } from '../shared-concurrency.ts'
import type { SendingParts } from './webhook-attempt.ts'
import { MAY_FAIL } from './webhook-backoff.ts'
import { LEASE_MS, leaseDueWebhooks } from './webhook-leases.ts'
import { emptyReport, sendBatch } from './webhook-sender.ts'

export interface WebhookDispatchParts extends SendingParts {
  /** Identifies this process among those that send. */
  holder: string
  /** Notifies the outbox of committed events. */
  wakeOutbox(): void
}

/** A single host gets 32 of the slots, an address 48, and a party 64. */
export const WEBHOOK_LIMITS = {
  slots: { sound: 96, ailing: 96 },
  ofFree: { host: 1 / 2, address: 1, party: 2 },
  lateMs: 500,
  waiting: { host: 32, address: 64, party: 96 },
  allWaiting: 256,
}

/**
 * Sends due deliveries to webhooks, together with any number of other processes.
 *
 * A webhook is due, claimed (leased by this process, which sends it one batch after the other and renews the lease), or
 * released with the outcome. Healthy and failing webhooks have lanes with slots of their own. Invariants: one process
 * at a time sends to a webhook, so that its deliveries stay in order; whoever lost a lease changes nothing; no webhook
 * waits for another that does not respond; after `stop` nothing is claimed, and `idle` waits for what is in progress.
 */
export function createWebhookDispatcher(parts: WebhookDispatchParts) {
  const { db, clock, holder, log } = parts
  let isStopped = false
  /** Whether any webhook may have been skipped. */
  let isCrowded = false

  const underWay = createPending(parts, {
    isStopping: () => isStopped,
    ended: () => void (isStopped || claiming.runLogged()),
  })

  async function fill(isFailing: boolean): Promise<void> {
    for (let isMore = true; isMore && !isStopped; ) {
      const claimed = await leaseDueWebhooks(parts, isFailing, underWay.standing(isFailing))
      for (const webhook of claimed.webhooks) underWay.begin(webhook, isFailing)
      isCrowded ||= claimed.isCrowded
      isMore = claimed.isMore
    }
  }

  const claiming = coalesce('sending to webhooks', log, async () => {
    isCrowded = false
    for (const isFailing of [false, true]) await fill(isFailing)
  })

  return {
    claim: claiming.runLogged,
    /** If some were skipped, calls that have become late since may have freed their share. */
    async claimWhereCrowded() {
      if (isCrowded) await claiming.runLogged()
    },
    async renew() {
      const ids = [...underWay.turns.keys()]
      if (ids.length > 0) await renewWebhookLeases(db, holder, ids, new Date(clock() + LEASE_MS))
    },
    /** Resolves when nothing is in progress, and nothing more was claimed. */
    async idle() {
      await claiming.idle()
      while (underWay.turns.size > 0) {
        await Promise.all(underWay.turns.values())
        await claiming.idle()
      }
    },
    stop() {
      isStopped = true
    },
  }
}

/** The turns in progress, by the ids of their webhooks. */
function createPending(parts: WebhookDispatchParts, { isStopping, ended }: { isStopping(): boolean; ended(): void }) {
  const concurrency = openConcurrency(WEBHOOK_LIMITS, parts.clock)
  const turns = new Map<string, Promise<void>>()
  const takeTurn = turnTaker(parts, isStopping)

  function begin(webhook: DueWebhook, isFailing: boolean): void {
    const id = webhook.webhook_id
    const slot = concurrency.enter(webhook, isFailing)
    const turn = takeTurn(id, isFailing, slot)
      .catch((error: unknown) => leave(parts, id, error))
      .finally(() => {
        slot.leave()
        turns.delete(id)
        ended()
      })
    turns.set(id, turn)
  }

  return { turns, begin, standing: concurrency.standing }
}

/** A delivery that cannot even be attempted is retried with increasing delay, and delays no other. */
async function leave({ db, clock, holder, log }: WebhookDispatchParts, id: string, error: unknown): Promise<void> {
  const now = new Date(clock())
  try {
    if (error instanceof UnansweredStatement) throw error
    const { attempts, until } = await setAside(db, 'send to webhooks', id, now)
    await leaveWebhook(db, { id, holder, until: new Date(until) })
    if (attempts === 1) log.warn({ err: error, webhook: id }, 'a webhook delivery failed')
  } catch (failure) {
    log.warn({ err: failure, webhook: id }, 'a webhook delivery failed')
  }
}

function turnTaker(parts: WebhookDispatchParts, isStopping: () => boolean) {
  const { db, clock, holder, messages } = parts
  return async (id: string, isFailing: boolean, slot: ConcurrencySlot): Promise<void> => {
    const endpoint = await findWebhookEndpoint(db, id)
    const report = endpoint ? await sendBatch(parts, endpoint, { isFailing, isStopping, slot }) : emptyReport()
    const now = new Date(clock())
    const hasAnnounced = await releaseWebhook(db, id, {
      holder,
      report,
      now,
      mayFail: MAY_FAIL,
      announce: (webhook, reason) => messages.disabled(webhook, reason, now),
    })
    if (hasAnnounced) parts.wakeOutbox()
  }
}
