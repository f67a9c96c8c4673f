import { readMailbox } from '../../../tools/accounts/read-mailbox.ts'
import { isLocalRequest } from '../../http/is-local-request.ts'
import { definePage, type Output } from '../define-page.ts'
import { EmptyState } from '../layout/empty-state.tsx'
import { TimeElement } from '../layout/time-element.tsx'
import { pageNotFound } from '../server/require-audience.ts'
import { callAsVisitor } from './call-as-person.ts'

/** Shown only on a local server that nobody else can reach, because these codes grant access. */
export const mailboxPage = definePage({
  audience: 'anyone',
  isPerVisitor: true,
  async ask(visit) {
    if (!isLocalRequest(visit.exchange.request, visit.runtime.installation)) throw pageNotFound()
    return { answer: await callAsVisitor(visit, readMailbox, {}) }
  },
  head: () => ({ title: 'Mailbox', isUnlisted: true }),
  render: MailboxPage,
})

function MailboxPage({ answer: { mail } }: { answer: Output<typeof readMailbox> }) {
  return (
    <>
      <h1>Mailbox</h1>
      <p>
        No mail server is configured, so mail is stored here, where only this machine can read it. If you set{' '}
        <code>SMTP_URL</code>, mail is sent instead and this page is not available.
      </p>
      {mail.length === 0 && <EmptyState title="No mail">Request a sign-in code, then come back.</EmptyState>}
      {mail.map(({ id, email, subject, content, created_at }) => (
        <article key={id} class="mail">
          <h2>{subject}</h2>
          <p>
            To <strong>{email}</strong>, <TimeElement at={created_at} />
          </p>
          <pre class="mail-text">{content}</pre>
        </article>
      ))}
    </>
  )
}
