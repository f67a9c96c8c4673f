import { queueMail } from '../../storage/mail/mail-queue.ts'
import { findDigestReaders, takeDigest } from '../../storage/person-notifications/notification-mail.ts'
import { listNotificationRows } from '../../storage/person-notifications/notification-rows.ts'
import { DAY, HOUR, MINUTE } from '../core/durations.ts'
import type { Job, JobContext } from '../core/jobs/job-runner.ts'
import { processRows } from '../core/jobs/row-queue.ts'
import { readSettings } from '../core/setting-values.ts'
import { digest16 } from '../core/text/digest.ts'
import { digestMail } from './notification-mail.ts'
import { groupNotifications } from './notification-text.ts'

const BATCH = 100

/** Notifications that one digest can count. */
const COUNTED = 500

/** The last time at which digests were due. */
function lastDue(now: Date, hour: number): Date {
  const today = Math.floor(now.getTime() / DAY) * DAY + hour * HOUR
  return new Date(today <= now.getTime() ? today : today - DAY)
}

/**
 * Once a day, mails people what they have not read. A person with nothing new gets no mail, and nobody gets two for one
 * day, whichever processes run this: what a digest lists is taken in its transaction, and mail about a day is unique.
 */
export const mailDigestsJob: Job = {
  name: 'mail_digests',
  everyMs: 5 * MINUTE,
  async run(context) {
    const due = lastDue(context.now, (await readSettings(context.db))['notifications.digest_hour'])
    const more = await processRows(context, {
      name: 'mail_digests',
      limit: BATCH,
      find: limit => findDigestReaders(context.db, { before: due, about: aboutDay(due) }, limit),
      idOf: ({ person_id }) => person_id,
      process: ({ person_id }) => mailDigest(person_id, due, context),
    })
    return { more }
  },
}

/** What the mail of a day is about, whatever the hour is set to. */
const aboutDay = (due: Date): string => digest16('digest', due.toISOString().slice(0, 10))

const mailDigest = (person_id: string, due: Date, context: JobContext): Promise<void> =>
  context.transaction(async ({ db }) => {
    const rows = await listNotificationRows(db, person_id, { unread: 'digest' }, COUNTED)
    await takeDigest(db, person_id)
    if (rows.length === 0) return
    const mail = { id: context.newId(), person_id, about: aboutDay(due) }
    await queueMail(db, [mail], digestMail(groupNotifications(rows), person_id, context))
  })
