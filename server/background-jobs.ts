import { createLoadHistory } from '../facade/metrics/load-history.ts'
import type { Meters } from '../facade/metrics/meters.ts'
import type { Egress } from '../push/egress.ts'
import { createMailer, type MailParts } from '../push/mail.ts'
import { createWebhookSender, type WebhookSender } from '../push/webhooks/webhook-service.ts'
import { openBatches } from '../storage/db/batch.ts'
import type { Db } from '../storage/db/db.ts'
import type { Runtime } from '../tools/core/context.ts'
import { createJobRunner, groupJobs } from '../tools/core/jobs/job-runner.ts'
import type { Tracing } from '../tools/core/request-tracing.ts'
import { JOBS } from '../tools/jobs.ts'
import { createVerdictApplier } from '../tools/tasks/dispatch/apply-verdicts.ts'
import { createDispatcher, type Dispatcher } from '../tools/tasks/dispatch/dispatcher.ts'
import { webhookMessages } from '../tools/webhooks/webhook-messages.ts'
import type { OpenedPayments } from './payments/payments.ts'
import { randomBytes } from './randomness.ts'

interface BackgroundParts {
  mail?: Pick<MailParts, 'smtpUrl' | 'from'> | undefined
  meters: Meters
  pools: { webhookDb: Db; eventsDb: Db; taskDb: Db }
  brokerEgress: Egress
  payments: OpenedPayments
}

/** The background jobs of a server. */
export interface BackgroundJobs {
  start(): Promise<void>
  wakeTasks(): void
  stop(): Promise<void>
}

export function createBackgroundJobs(runtime: Runtime, parts: BackgroundParts): BackgroundJobs {
  const { mail, meters, pools, brokerEgress, payments } = parts
  const { db, clock, log, newId, secretKeys, chatModel, tracing } = runtime
  const atWork = { runtime, holder: newId(), observe: meters.countJob }
  const jobs = groupJobs(JOBS).map(some => createJobRunner(atWork, some))
  const mailer =
    mail && createMailer({ db, clock, log, secretKeys, ...mail, ...(tracing && { sending: mailing(tracing) }) })
  const load = createLoadHistory({ db: runtime.slowDb, meters, clock, log })
  const webhooks = openSender(runtime, pools.webhookDb, pools.eventsDb)
  const dispatcher = openTaskDispatcher(runtime, pools.taskDb, brokerEgress)
  return {
    async start() {
      for (const some of jobs) some.start()
      mailer?.start()
      load.start()
      dispatcher.start()
      payments.start()
      await webhooks.start()
    },
    wakeTasks: dispatcher.wake,
    async stop() {
      payments.stop()
      // A call to the model may take longer than the shutdown of a server.
      await chatModel?.close()
      await Promise.all([
        ...jobs.map(some => some.stop()),
        mailer?.stop(),
        load.stop(),
        webhooks.stop(),
        dispatcher.stop(),
      ])
    },
  }
}

const mailing =
  ({ sending }: Tracing) =>
  async <Result>(send: () => Promise<Result>): Promise<Result> => {
    const outcome = await sending('mail', async () => ({ status: undefined, sent: await send() }))
    return outcome.sent
  }

function openTaskDispatcher(runtime: Runtime, db: Db, { close: breakOff }: Egress): Dispatcher {
  const { broker, secret, clock, newId, log } = runtime
  return createDispatcher({
    db,
    broker,
    secret,
    holder: newId(),
    clock,
    settle: createVerdictApplier(runtime, db),
    breakOff,
    log,
  })
}

function openSender(runtime: Runtime, db: Db, eventsDb: Db): WebhookSender {
  const { egress, secretKeys, clock, newId, log, wakeOutbox } = runtime
  const random = () => randomBytes(4).readUInt32BE() / 2 ** 32
  const process = {
    db,
    batch: openBatches(db),
    events: openBatches(eventsDb),
    holder: newId(),
    random,
    messages: webhookMessages(runtime),
    progress: runtime.deliveryProgress,
  }
  return createWebhookSender({ ...process, egress, secretKeys, clock, log, wakeOutbox })
}
