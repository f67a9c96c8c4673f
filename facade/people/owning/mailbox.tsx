import type { z } from 'zod'
import { readMailbox } from '../../../tools/accounts/read-mailbox.ts'
import { isAskedFromHere } from '../../http/asked-from-here.ts'
import { definePage, type Shown } from '../page.ts'
import { notHere } from '../serving/audience.ts'
import { Empty } from '../shell/empty.tsx'
import { Time } from '../shell/time.tsx'
import { asVisitor } from './as-person.ts'

interface MailboxView extends Shown {
  mail: z.output<typeof readMailbox.output>['mail']
}

/** Only to who sits at the machine, where nobody else reaches the server: what stands here lets people in. */
export const mailboxPage = definePage({
  audience: 'anyone',
  isMadeAnew: true,
  async ask(visit) {
    if (!isAskedFromHere(visit.exchange.request, visit.runtime.installation)) throw notHere()
    return { answer: await asVisitor(visit, readMailbox, {}) }
  },
  view: ({ answer }): MailboxView => ({ head: { title: 'Mailbox', isUnlisted: true }, mail: answer.mail }),
  render: MailboxPage,
})

function MailboxPage({ mail }: MailboxView) {
  return (
    <>
      <h1>Mailbox</h1>
      <p>
        No mail server is set, so mail waits here, where only this machine reads it. With <code>SMTP_URL</code> it is
        sent, and this page is gone.
      </p>
      {mail.length === 0 && <Empty title="No mail waits">Ask for a code to sign in, and come back.</Empty>}
      {mail.map(({ id, email, subject, content, created_at }) => (
        <article key={id} class="mail">
          <h2>{subject}</h2>
          <p>
            To <strong>{email}</strong>, <Time at={created_at} />
          </p>
          <pre class="mail-text">{content}</pre>
        </article>
      ))}
    </>
  )
}
