import { claimWebhooks, type DueWebhook, findDueWebhooks, renewClaims } from '../storage/webhooks/claims.ts'
import { findEndpoint, releaseWebhook } from '../storage/webhooks/sending.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { SendingParts } from './webhook-attempt.ts'
import { openCrowd, type Place } from './webhook-crowd.ts'
import { nothingReported, sendTurn } from './webhook-endpoint.ts'
import { MAY_FAIL } from './webhook-schedule.ts'

export interface TurnParts extends SendingParts {
  /** Names this process among those that send. */
  holder: string
  /** Tells the outbox that events were committed. */
  wakeOutbox(): void
}

const HELD_MS = 30_000
/** Looked at together; what is passed over makes no difference to how many begin. */
const LOOKED_AT = 128

/** Takes webhooks that something is due for, and gives each a turn: none waits for one that does not answer. */
export function openTurns(parts: TurnParts) {
  const { db, clock, holder, log } = parts
  const crowd = openCrowd(clock)
  const turns = new Map<string, Promise<void>>()
  const takeTurn = turnTaker(parts, () => isStopped)
  let isStopped = false
  /** Whether anybody may have been passed over. */
  let isCrowded = false
  const until = () => new Date(clock() + HELD_MS)

  function begin(webhook: DueWebhook, isAiling: boolean): void {
    const id = webhook.webhook_id
    const place = crowd.enter(webhook, isAiling)
    const turn = takeTurn(id, isAiling, place)
      .catch((error: unknown) => log.warn({ err: error, webhook: id }, 'a webhook could not be sent to'))
      .finally(() => {
        place.leave()
        turns.delete(id)
        if (!isStopped) void claiming.attempt()
      })
    turns.set(id, turn)
  }

  /** Begins what may begin in a lane; answers whether all that is due was looked at. */
  async function fill(isAiling: boolean): Promise<boolean> {
    const standing = crowd.standing(isAiling)
    const full = standing.full()
    isCrowded ||= !standing.hasRoom() || Object.values(full).some(names => names.length > 0)
    if (!standing.hasRoom() || isStopped) return true
    const lane = { isAiling, now: new Date(clock()) }
    const due = await findDueWebhooks(db, { ...lane, full, limit: LOOKED_AT })
    const admitted = due.filter(webhook => standing.admit(webhook))
    isCrowded ||= admitted.length < due.length
    if (admitted.length === 0) return true
    const ids = admitted.map(({ webhook_id }) => webhook_id)
    const claimed = new Set(await claimWebhooks(db, { ...lane, holder, ids, until: until() }))
    for (const webhook of admitted) if (claimed.has(webhook.webhook_id)) begin(webhook, isAiling)
    return due.length < LOOKED_AT
  }

  const claiming = oneAtATime('sending to webhooks', log, async () => {
    isCrowded = false
    for (const isAiling of [false, true]) while (!(await fill(isAiling)));
  })

  return {
    claim: claiming.attempt,
    /** Where some were passed over, and calls have become late since, others may have their places. */
    async claimWhereCrowded() {
      if (isCrowded) await claiming.attempt()
    },
    async renew() {
      if (turns.size > 0) await renewClaims(db, holder, [...turns.keys()], until())
    },
    /** Resolves when nothing is under way, and nothing more was taken. */
    async idle() {
      await claiming.idle()
      while (turns.size > 0) {
        await Promise.all(turns.values())
        await claiming.idle()
      }
    },
    stop() {
      isStopped = true
    },
  }
}

function turnTaker(parts: TurnParts, isStopping: () => boolean) {
  const { db, clock, holder, words } = parts
  return async (id: string, isAiling: boolean, place: Place): Promise<void> => {
    const endpoint = await findEndpoint(db, id)
    const report = endpoint ? await sendTurn(parts, endpoint, { isAiling, isStopping, place }) : nothingReported()
    const now = new Date(clock())
    const hasTold = await releaseWebhook(db, id, {
      ...{ holder, report, now, mayFail: MAY_FAIL },
      announce: (webhook, reason) => words.disabled(webhook, reason, now),
    })
    if (hasTold) parts.wakeOutbox()
  }
}
