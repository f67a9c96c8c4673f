import { coalesce } from '../concurrency/coalesced-task.ts'
import { WEBHOOK_CHANNEL } from '../storage/events/hooked.ts'
import { tellSpacePost } from '../storage/webhooks/space-posts.ts'
import { createScheduler, type TurnParts } from './webhook-turns.ts'

/** Sends what is due, with any number of other processes. */
export interface WebhookSender {
  /** Listens and sweeps every second. Does not fail while the database is away. */
  start(): Promise<void>
  /** Does at once what else happens every second, and what comes of it. */
  sweep(): Promise<void>
  /** Breaks off what is under way; it is sent again by who comes next. */
  stop(): Promise<void>
}

const SWEEP_EVERY_MS = 1_000
const CROWDED_EVERY_MS = 250
const RENEW_EVERY_MS = 5_000
const POSTS_A_SWEEP = 100

export function openWebhookSender(parts: TurnParts): WebhookSender {
  const { db, clock, log, egress } = parts
  const turns = createScheduler(parts)
  let timers: NodeJS.Timeout[] = []
  let isStopped = false

  const telling = coalesce('telling webhooks of posts in spaces', log, async () => {
    for (let told = 0; told < POSTS_A_SWEEP && !isStopped; told++) {
      if (!(await tellSpacePost(db, new Date(clock())))) return
    }
  })
  const renewing = coalesce('holding webhooks', log, turns.renew)

  async function look(): Promise<void> {
    if (isStopped) return
    await telling.runLogged()
    await turns.claim()
  }

  return {
    async start() {
      timers = [
        setInterval(look, SWEEP_EVERY_MS),
        setInterval(turns.claimWhereCrowded, CROWDED_EVERY_MS),
        setInterval(renewing.runLogged, RENEW_EVERY_MS),
      ]
      for (const timer of timers) timer.unref()
      const onNotify = () => void (isStopped || turns.claim())
      await db.listen(WEBHOOK_CHANNEL, onNotify, onNotify).catch((error: unknown) => {
        log.warn({ err: error }, 'listening for webhooks fails')
      })
    },
    async sweep() {
      await look()
      await turns.idle()
    },
    async stop() {
      isStopped = true
      turns.stop()
      for (const timer of timers) clearInterval(timer)
      await egress.close()
      await Promise.all([turns.idle(), telling.idle(), renewing.idle()])
    },
  }
}
