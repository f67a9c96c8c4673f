import {
  claimWebhooks,
  type Endpoint,
  findEndpoint,
  releaseWebhook,
  renewClaims,
  type SendingReport,
} from '../storage/webhooks/sending.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { SendingParts } from './webhook-attempt.ts'
import { openCrowd } from './webhook-crowd.ts'
import { nothingReported, sendTurn } from './webhook-endpoint.ts'
import { MAY_FAIL } from './webhook-schedule.ts'

export interface TurnParts extends SendingParts {
  /** Names this process among those that send. */
  holder: string
  /** Tells the outbox that events were committed. */
  wakeOutbox(): void
}

type Lane = 'sound' | 'ailing'

/** Webhooks at a time, of those that answer and of those that do not or have not yet. */
const TURNS = { sound: 64, ailing: 64 }
const HELD_MS = 30_000
const CROWDED_MS = 1_000

/** Takes webhooks that something is due for, and gives each a turn: none waits for one that does not answer. */
export function openTurns(parts: TurnParts) {
  const { db, clock, holder, log } = parts
  const turns = new Map<string, Promise<void>>()
  const busy = { sound: 0, ailing: 0 }
  const takeTurn = turnTaker(parts, () => isStopped)
  let isStopped = false
  const until = () => new Date(clock() + HELD_MS)

  function begin(id: string, lane: Lane): void {
    busy[lane]++
    const turn = takeTurn(id, lane === 'ailing')
      .catch((error: unknown) => log.warn({ err: error, webhook: id }, 'a webhook could not be sent to'))
      .finally(() => {
        busy[lane]--
        turns.delete(id)
        if (!isStopped) void claiming.attempt()
      })
    turns.set(id, turn)
  }

  const claiming = oneAtATime('sending to webhooks', log, async () => {
    for (const lane of ['sound', 'ailing'] as const) {
      const limit = TURNS[lane] - busy[lane]
      if (limit <= 0 || isStopped) continue
      const claim = { holder, isAiling: lane === 'ailing', limit, now: new Date(clock()), until: until() }
      for (const id of await claimWebhooks(db, claim)) begin(id, lane)
    }
  })

  return {
    claim: claiming.attempt,
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
  const crowd = openCrowd()

  async function send(endpoint: Endpoint, isAiling: boolean): Promise<SendingReport> {
    if (!crowd.enter(endpoint, isAiling)) {
      return { ...nothingReported(), not_before: new Date(clock() + CROWDED_MS) }
    }
    try {
      return await sendTurn(parts, endpoint, { isAiling, isStopping })
    } finally {
      crowd.leave(endpoint, isAiling)
    }
  }

  return async (id: string, isAiling: boolean): Promise<void> => {
    const endpoint = await findEndpoint(db, id)
    const report = endpoint ? await send(endpoint, isAiling) : nothingReported()
    const now = new Date(clock())
    const hasTold = await releaseWebhook(db, id, {
      ...{ holder, report, now, mayFail: MAY_FAIL },
      announce: (webhook, reason) => words.disabled(webhook, reason, now),
    })
    if (hasTold) parts.wakeOutbox()
  }
}
