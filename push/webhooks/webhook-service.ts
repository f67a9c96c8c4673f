import type { Logger } from 'pino'
import { coalesce } from '../../concurrency/coalesced-task.ts'
import { type Db, UnansweredStatement } from '../../storage/db/db.ts'
import { WEBHOOK_CHANNEL } from '../../storage/events/enqueue-webhooks.ts'
import { findSetAside, setAside } from '../../storage/jobs/set-aside.ts'
import { enqueueSpacePost } from '../../storage/webhooks/space-post-events.ts'
import { createWebhookDispatcher, type WebhookDispatchParts } from './webhook-dispatcher.ts'

/** Sends due deliveries, in parallel with any number of other processes. */
export interface WebhookSender {
  /** Listens and sweeps every second. Does not fail while the database is not reachable. */
  start(): Promise<void>
  /** Runs the sweep that otherwise runs every second, including its deliveries. */
  sweep(): Promise<void>
  /** Aborts what is in progress; another process sends it again. */
  stop(): Promise<void>
}

const SWEEP_EVERY_MS = 1_000
const CROWDED_EVERY_MS = 250
const RENEW_EVERY_MS = 5_000
const POSTS_A_SWEEP = 100
const POSTS_QUEUE = 'notify webhooks of posts in spaces'

/** A post that cannot be announced delays no other. */
async function notifyNext({ db, now, log }: { db: Db; now: Date; log: Logger }): Promise<boolean> {
  const taken: { post?: string } = {}
  try {
    return await enqueueSpacePost(db, now, { skipped: await findSetAside(db, POSTS_QUEUE, now), taken })
  } catch (error) {
    if (taken.post === undefined || error instanceof UnansweredStatement) throw error
    const { attempts } = await setAside(db, POSTS_QUEUE, taken.post, now)
    if (attempts === 1) log.warn({ err: error, post: taken.post }, 'webhooks could not be notified of a post')
    return true
  }
}

export function createWebhookSender(parts: WebhookDispatchParts): WebhookSender {
  const { db, clock, log, egress } = parts
  const turns = createWebhookDispatcher(parts)
  let timers: NodeJS.Timeout[] = []
  let isStopped = false

  const notifying = coalesce('notifying webhooks of posts in spaces', log, async () => {
    for (let sent = 0; sent < POSTS_A_SWEEP && !isStopped; sent++) {
      if (!(await notifyNext({ db, now: new Date(clock()), log }))) return
    }
  })
  const renewing = coalesce('holding webhooks', log, turns.renew)

  async function look(): Promise<void> {
    if (isStopped) return
    await notifying.runLogged()
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
        log.warn({ err: error }, 'listening for webhooks failed')
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
      await Promise.all([turns.idle(), notifying.idle(), renewing.idle()])
    },
  }
}
