import type { MailText } from '../../storage/mail/mail-queue.ts'
import type { NotificationTopic } from '../../storage/person-notifications/notification-rows.ts'
import type { Installation } from '../core/context.ts'
import { after, DAY } from '../core/durations.ts'
import { type NotificationGroup, notificationText } from './notification-text.ts'
import { TOPICS } from './topics.ts'
import { unsubscribeUrl } from './unsubscribe-token.ts'

interface Needed {
  now: Date
  secret: Buffer
  installation: Installation
}

const SECURITY_ADVICE = `If this was not you, sign in, end all other sessions and remove passkeys that are not yours:

  `

const footOf = ({ installation: { name, baseUrl } }: Needed, url: string) => `
-- 
You receive this email because of your notification settings on ${name}:
${baseUrl}/internal/notifications/settings

Unsubscribe from these emails:
${url}
`

/** A mail about one notification. It contains no text of others but for handles. */
export function singleMail(
  group: NotificationGroup,
  topic: NotificationTopic,
  person: string,
  needed: Needed,
): MailText {
  const { now, installation } = needed
  const { text, path } = notificationText(group)
  const isSecurity = TOPICS[topic].isFixed === true
  const url = unsubscribeUrl(needed, [person, topic])
  const subject = `${installation.name}: ${text.replace(/\.$/, '')}`
  const times = { created_at: now, expires_at: after(now, 7 * DAY) }
  if (isSecurity) {
    const content = `${text}\n\n${SECURITY_ADVICE}${installation.baseUrl}${path}\n`
    return { subject, content, ...times }
  }
  const content = `${text}\n\n  ${installation.baseUrl}${path}\n${footOf(needed, url)}`
  return { subject, content, ...times, unsubscribe: url }
}

const LISTED = 30

/** The daily summary; `groups` is not empty. */
export function digestMail(groups: readonly NotificationGroup[], person: string, needed: Needed): MailText {
  const { now, installation } = needed
  const { name, baseUrl } = installation
  const url = unsubscribeUrl(needed, [person, 'daily'])
  const count = groups.length === 1 ? '1 new notification' : `${groups.length} new notifications`
  const lines = groups.slice(0, LISTED).map(group => {
    const { text, path } = notificationText(group)
    return `- ${text}\n  ${baseUrl}${path}\n`
  })
  const rest = groups.length > LISTED ? `\nAnd ${groups.length - LISTED} more: ${baseUrl}/internal/notifications\n` : ''
  return {
    subject: `${name}: ${count}`,
    content: `Since your last visit to ${name}:\n\n${lines.join('\n')}${rest}${footOf(needed, url)}`,
    created_at: now,
    expires_at: after(now, DAY),
    unsubscribe: url,
  }
}
