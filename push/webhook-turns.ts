import { coalesce } from '../concurrency/coalesced-task.ts'
import { Unanswered } from '../storage/db/db.ts'
import { setAside } from '../storage/jobs/set-aside.ts'
import { type DueWebhook, leaveWebhook, renewClaims } from '../storage/webhooks/claims.ts'
import { findEndpoint, releaseWebhook } from '../storage/webhooks/sending.ts'
import { openConcurrency, type Place } from './concurrency.ts'
import type { SendingParts } from './webhook-attempt.ts'
import { claimDue, HELD_MS } from './webhook-claims.ts'
import { nothingReported, sendTurn } from './webhook-endpoint.ts'
import { MAY_FAIL } from './webhook-schedule.ts'

export interface TurnParts extends SendingParts {
  /** Names this process among those that send. */
  holder: string
  /** Tells the outbox that events were committed. */
  wakeOutbox(): void
}

/** Alone, a host has 32 of the places, an address 48, and a party 64. */
export const WEBHOOK_LIMITS = {
  places: { sound: 96, ailing: 96 },
  ofFree: { host: 1 / 2, address: 1, party: 2 },
  lateMs: 500,
  waiting: { host: 32, address: 64, party: 96 },
  allWaiting: 256,
}

/** Takes webhooks that something is due for, and gives each a turn: none waits for one that does not answer. */
export function createWebhookDispatcher(parts: TurnParts) {
  const { db, clock, holder, log } = parts
  let isStopped = false
  /** Whether anybody may have been passed over. */
  let isCrowded = false

  const underWay = openUnderWay(parts, {
    isStopping: () => isStopped,
    ended: () => void (isStopped || claiming.runLogged()),
  })

  async function fill(isAiling: boolean): Promise<void> {
    for (let isMore = true; isMore && !isStopped; ) {
      const claimed = await claimDue(parts, isAiling, underWay.standing(isAiling))
      for (const webhook of claimed.webhooks) underWay.begin(webhook, isAiling)
      isCrowded ||= claimed.isCrowded
      isMore = claimed.isMore
    }
  }

  const claiming = coalesce('sending to webhooks', log, async () => {
    isCrowded = false
    for (const isAiling of [false, true]) await fill(isAiling)
  })

  return {
    claim: claiming.runLogged,
    /** Where some were passed over, and calls have become late since, others may have their places. */
    async claimWhereCrowded() {
      if (isCrowded) await claiming.runLogged()
    },
    async renew() {
      const ids = [...underWay.turns.keys()]
      if (ids.length > 0) await renewClaims(db, holder, ids, new Date(clock() + HELD_MS))
    },
    /** Resolves when nothing is under way, and nothing more was taken. */
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

/** The turns that were begun, by the ids of their webhooks. */
function openUnderWay(parts: TurnParts, { isStopping, ended }: { isStopping(): boolean; ended(): void }) {
  const concurrency = openConcurrency(WEBHOOK_LIMITS, parts.clock)
  const turns = new Map<string, Promise<void>>()
  const takeTurn = turnTaker(parts, isStopping)

  function begin(webhook: DueWebhook, isAiling: boolean): void {
    const id = webhook.webhook_id
    const place = concurrency.enter(webhook, isAiling)
    const turn = takeTurn(id, isAiling, place)
      .catch((error: unknown) => leave(parts, id, error))
      .finally(() => {
        place.leave()
        turns.delete(id)
        ended()
      })
    turns.set(id, turn)
  }

  return { turns, begin, standing: concurrency.standing }
}

/** What cannot even be tried is tried again later, each time for longer, and holds up nobody. */
async function leave({ db, clock, holder, log }: TurnParts, id: string, error: unknown): Promise<void> {
  const now = new Date(clock())
  try {
    if (error instanceof Unanswered) throw error
    const { attempts, until } = await setAside(db, 'send to webhooks', id, now)
    await leaveWebhook(db, { id, holder, until: new Date(until) })
    if (attempts === 1) log.warn({ err: error, webhook: id }, 'a webhook could not be sent to')
  } catch (failure) {
    log.warn({ err: failure, webhook: id }, 'a webhook could not be sent to')
  }
}

function turnTaker(parts: TurnParts, isStopping: () => boolean) {
  const { db, clock, holder, words } = parts
  return async (id: string, isAiling: boolean, place: Place): Promise<void> => {
    const endpoint = await findEndpoint(db, id)
    const report = endpoint ? await sendTurn(parts, endpoint, { isAiling, isStopping, place }) : nothingReported()
    const now = new Date(clock())
    const hasTold = await releaseWebhook(db, id, {
      holder,
      report,
      now,
      mayFail: MAY_FAIL,
      announce: (webhook, reason) => words.disabled(webhook, reason, now),
    })
    if (hasTold) parts.wakeOutbox()
  }
}
