import { queueMail } from '../../storage/mail/mail-queue.ts'
import {
  type DueNotification,
  decideMail,
  findDueNotifications,
  hasDueNotifications,
} from '../../storage/person-notifications/notification-mail.ts'
import { listNotificationRows } from '../../storage/person-notifications/notification-rows.ts'
import { queuePushMessages } from '../../storage/person-notifications/push-messages.ts'
import { SECOND } from '../core/durations.ts'
import type { Job, JobContext } from '../core/jobs/job-runner.ts'
import { processRows } from '../core/jobs/row-queue.ts'
import { singleMail } from './notification-mail.ts'
import { readTopicSettings } from './topics.ts'

const BATCH = 100

/**
 * Mails what people want to hear of at once, leaves what they want daily for the digest, and queues what they want pushed;
 * each once.
 */
export const mailNotificationsJob: Job = {
  name: 'mail_notifications',
  everyMs: 5 * SECOND,
  isDue: hasDueNotifications,
  async run(context) {
    const more = await processRows(context, {
      name: 'mail_notifications',
      limit: BATCH,
      find: limit => findDueNotifications(context.db, limit),
      idOf: ({ id }) => id,
      process: due => decide(due, context),
    })
    return { more }
  },
}

const DECISIONS = { off: null, in_app: null, daily: 'digest', at_once: 'sent' } as const

const decide = (due: DueNotification, context: JobContext): Promise<void> =>
  context.transaction(async ({ db }) => {
    const { id, person_id, topic } = due
    const { delivery, is_pushed } = (await readTopicSettings(db, person_id))[topic]
    if (!(await decideMail(db, due, DECISIONS[delivery]))) return
    if (is_pushed && delivery !== 'off' && context.webPush) {
      await queuePushMessages(db, { id, person_id, now: context.now })
    }
    if (delivery !== 'at_once') return
    // What is no longer there for the person, or was read, is not mailed.
    const [row] = await listNotificationRows(db, person_id, { unread: { id } }, 1)
    if (!row) return
    await queueMail(db, [{ id: context.newId(), person_id, about: id }], singleMail([row], topic, person_id, context))
  })
