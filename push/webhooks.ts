import { WEBHOOK_CHANNEL } from '../storage/webhooks/new-deliveries.ts'
import {
  claimWebhooks,
  type Endpoint,
  findEndpoint,
  releaseWebhook,
  renewClaims,
  type SendingReport,
} from '../storage/webhooks/sending.ts'
import { tellSpacePost } from '../storage/webhooks/space-posts.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { SendingParts } from './webhook-attempt.ts'
import { nothingReported, sendTurn } from './webhook-endpoint.ts'
import { MAY_FAIL } from './webhook-schedule.ts'

export interface WebhookSenderParts extends SendingParts {
  /** Names this process among those that send. */
  holder: string
  /** Tells the outbox that events were committed. */
  wakeOutbox(): void
}

/** Sends what is due, with any number of other processes. */
export interface WebhookSender {
  /** Listens and sweeps every second. Does not fail while the database is away. */
  start(): Promise<void>
  /** Does at once what else happens every second, and what comes of it. */
  sweep(): Promise<void>
  /** Breaks off what is under way; it is sent again by who comes next. */
  stop(): Promise<void>
  /** Webhooks that are being sent to. */
  sending(): number
}

const SWEEP_EVERY_MS = 1_000
const HELD_MS = 30_000
const RENEW_EVERY_MS = 5_000
/** Webhooks at a time, of those that answer and of those that do not or have not yet. */
const TURNS = { sound: 64, ailing: 64 }
/** Of the ailing ones, at the same host; of all, those of one owner. */
const AILING_OF_HOST = 32
const TURNS_OF_OWNER = 16
const CROWDED_MS = 1_000
const POSTS_A_SWEEP = 100

export function openWebhookSender(parts: WebhookSenderParts): WebhookSender {
  const { db, clock, holder, log } = parts
  const crowd = openCrowd()
  const turns = new Map<string, Promise<void>>()
  const busy = { sound: 0, ailing: 0 }
  let timers: NodeJS.Timeout[] = []
  let isStopped = false
  const later = (ms: number) => new Date(clock() + ms)

  async function takeTurn(id: string, lane: keyof typeof TURNS): Promise<void> {
    const endpoint = await findEndpoint(db, id)
    const report = endpoint ? await sendInCrowd(endpoint, lane === 'ailing') : nothingReported()
    const announce = (webhook: { id: string; agent_id: string }, reason: Parameters<typeof parts.words.disabled>[1]) =>
      parts.words.disabled(webhook, reason, new Date(clock()))
    const release = { holder, report, now: new Date(clock()), mayFail: MAY_FAIL, announce }
    if (await releaseWebhook(db, id, release)) parts.wakeOutbox()
  }

  async function sendInCrowd(endpoint: Endpoint, isAiling: boolean): Promise<SendingReport> {
    if (!crowd.enter(endpoint, isAiling)) return { ...nothingReported(), not_before: later(CROWDED_MS) }
    try {
      return await sendTurn(parts, endpoint, { isAiling, isStopping: () => isStopped })
    } finally {
      crowd.leave(endpoint, isAiling)
    }
  }

  function begin(id: string, lane: keyof typeof TURNS): void {
    busy[lane]++
    const turn = takeTurn(id, lane)
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
      const claim = { holder, isAiling: lane === 'ailing', limit, now: new Date(clock()), until: later(HELD_MS) }
      for (const id of await claimWebhooks(db, claim)) begin(id, lane)
    }
  })

  const telling = oneAtATime('telling webhooks of posts in spaces', log, async () => {
    for (let told = 0; told < POSTS_A_SWEEP && !isStopped; told++) {
      if (!(await tellSpacePost(db, new Date(clock())))) return
    }
  })

  const renewing = oneAtATime('holding webhooks', log, async () => {
    if (turns.size > 0) await renewClaims(db, holder, [...turns.keys()], later(HELD_MS))
  })

  async function look(): Promise<void> {
    if (isStopped) return
    await telling.attempt()
    await claiming.attempt()
  }

  return {
    async start() {
      timers = [setInterval(look, SWEEP_EVERY_MS), setInterval(renewing.attempt, RENEW_EVERY_MS)]
      for (const timer of timers) timer.unref()
      const onNotify = () => void claiming.attempt()
      await db.listen(WEBHOOK_CHANNEL, onNotify, onNotify).catch((error: unknown) => {
        log.warn({ err: error }, 'listening for webhooks fails')
      })
    },
    async sweep() {
      await look()
      while (turns.size > 0) {
        await Promise.all(turns.values())
        await claiming.idle()
      }
    },
    async stop() {
      isStopped = true
      for (const timer of timers) clearInterval(timer)
      await parts.egress.close()
      await Promise.all([...turns.values(), claiming.idle(), telling.idle(), renewing.idle()])
    },
    sending: () => turns.size,
  }
}

/** Who else is being sent to, where there may be too many of one kind. */
function openCrowd() {
  const counts = new Map<string, number>()
  const keysOf = ({ host, owner }: Endpoint, isAiling: boolean) => [
    { key: `owner ${owner}`, most: TURNS_OF_OWNER },
    ...(isAiling ? [{ key: `host ${host}`, most: AILING_OF_HOST }] : []),
  ]
  const add = (key: string, by: number) => {
    const count = (counts.get(key) ?? 0) + by
    if (count > 0) counts.set(key, count)
    else counts.delete(key)
  }
  return {
    enter(endpoint: Endpoint, isAiling: boolean): boolean {
      const keys = keysOf(endpoint, isAiling)
      if (keys.some(({ key, most }) => (counts.get(key) ?? 0) >= most)) return false
      for (const { key } of keys) add(key, 1)
      return true
    },
    leave(endpoint: Endpoint, isAiling: boolean): void {
      for (const { key } of keysOf(endpoint, isAiling)) add(key, -1)
    },
  }
}
