import type { MailText } from '../../storage/mail/mail-queue.ts'
import type { Installation } from '../core/context.ts'
import { after, DAY } from '../core/durations.ts'

/** As much of an address as its owner recognizes: "a…@example.org". */
function masked(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email][0]}…${email.slice(at)}`
}

/** Tells the previous address where an account went, and how to object. */
export function formerAddressMail(
  email: string,
  { now, installation: { name, baseUrl, securityContact } }: { now: Date; installation: Installation },
): MailText {
  const contact = securityContact?.replace(/^mailto:/, '') ?? `the operator of the server: ${baseUrl}/about`
  return {
    subject: `${name}: the email address of your account was changed`,
    content: `An operator of ${name}, ${baseUrl}, changed the email address of your account to ${masked(email)}.
This address can no longer be used to sign in to it, and all its sessions have ended.

If you did not ask for this, object at once. Write to ${contact}
`,
    created_at: now,
    expires_at: after(now, 7 * DAY),
  }
}
