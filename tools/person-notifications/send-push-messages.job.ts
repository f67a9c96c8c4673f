import { sendPush, type WebPushKeys } from '../../push/web-push.ts'
import { listNotificationRows, NOTIFICATION_KINDS } from '../../storage/person-notifications/notification-rows.ts'
import {
  type ClaimedPushMessage,
  claimPushMessage,
  type DuePushMessage,
  delayPushMessage,
  endPushMessage,
  findDuePushMessages,
  hasDuePushMessages,
} from '../../storage/person-notifications/push-messages.ts'
import { dropPushSubscription } from '../../storage/person-notifications/push-subscriptions.ts'
import { after, HOUR, MINUTE, SECOND } from '../core/durations.ts'
import type { Job, JobContext } from '../core/jobs/job-runner.ts'
import { processRows } from '../core/jobs/row-queue.ts'
import { digest16 } from '../core/text/digest.ts'
import { notificationText } from './notification-text.ts'
import { TOPICS } from './topics.ts'

const BATCH = 20
/** More than one call takes. */
const CLAIMED_MS = 2 * MINUTE
/** Delays between attempts; after the last one the notification is only on the page. */
const RETRIES_MS = [MINUTE, 10 * MINUTE, HOUR, 6 * HOUR]

/** Sends notifications to browsers. It waits for push services, so it runs independently of other jobs. */
export const sendPushMessagesJob: Job = {
  name: 'send_push_messages',
  everyMs: 5 * SECOND,
  isAlone: true,
  isDue: hasDuePushMessages,
  async run(context) {
    const more = await processRows(context, {
      name: 'send_push_messages',
      limit: BATCH,
      parallel: BATCH,
      find: limit => findDuePushMessages(context.db, context.now, limit),
      idOf: ({ subscription_id }) => subscription_id,
      process: due => deliver(due, context),
    })
    return { more }
  },
}

async function deliver(due: DuePushMessage, context: JobContext): Promise<void> {
  const { db, webPush, now } = context
  const message = await claimPushMessage(db, due, { now, until: after(now, CLAIMED_MS) })
  if (!message) return
  const content = webPush && !message.is_expired ? await contentOf(message, context) : undefined
  // What was read meanwhile, or is no longer there for the person, is not sent.
  if (!webPush || !content) return await endPushMessage(db, message)
  const outcome = await send(message, content, webPush, context)
  const waitMs = RETRIES_MS[message.attempts - 1]
  if (outcome === 'gone') return await dropPushSubscription(db, message.subscription_id)
  if (outcome === 'failed' && waitMs !== undefined) return await delayPushMessage(db, message, after(now, waitMs))
  await endPushMessage(db, message)
}

async function send(
  message: ClaimedPushMessage,
  content: NonNullable<Awaited<ReturnType<typeof contentOf>>>,
  webPush: WebPushKeys,
  { egress, log }: JobContext,
) {
  const outcome = await sendPush(egress, webPush, message, content)
  const { subscription_id: subscription, attempts } = message
  if (outcome !== 'sent') log.info({ subscription, attempts, outcome }, 'a push notification was not accepted')
  return outcome
}

/** It contains no text of others but for handles. */
async function contentOf(
  { person_id, notification_id: id }: ClaimedPushMessage,
  { db, installation: { name, baseUrl } }: JobContext,
) {
  const [row] = await listNotificationRows(db, person_id, { unread: { id } }, 1)
  if (!row) return undefined
  const { text, path } = notificationText([row])
  const tag = digest16('push', row.kind, row.subject_id).replaceAll('-', '')
  return {
    payload: JSON.stringify({ title: name, body: text, url: `${baseUrl}${path}`, tag }),
    topic: tag,
    isUrgent: TOPICS[NOTIFICATION_KINDS[row.kind]].default === 'at_once',
  }
}
