import { TOPICS } from '../../../../tools/person-notifications/topics.ts'
import { unsubscribe } from '../../../../tools/person-notifications/unsubscribe.ts'
import { defineAction, definePage, type Output, type PageProps } from '../../define-page.ts'
import { CsrfForm } from '../../layout/csrf-form-element.tsx'
import { usePage } from '../../layout/use-page.ts'
import type { PageContext } from '../../page-context.ts'
import { callAsVisitor } from '../call-as-person.ts'

type About = Output<typeof unsubscribe>['about']

const HEAD = { title: 'Unsubscribe', isUnlisted: true }

const nameOf = (about: About): string =>
  about === 'daily' ? 'daily emails' : `emails about ${TOPICS[about].label.toLowerCase()}`

const tokenOf = ({ query }: PageContext): string => query.get('token') ?? ''

/** For people who are not signed in. It changes nothing, because mail programs and scanners open links. */
export const unsubscribePage = definePage({
  audience: 'anyone',
  isPerVisitor: true,
  async ask(visit) {
    const token = tokenOf(visit)
    return { token, answer: await callAsVisitor(visit, unsubscribe, { token, is_preview: true }) }
  },
  head: () => HEAD,
  render: ({ token, answer: { about } }) => (
    <>
      <h1>Unsubscribe</h1>
      <p>You will no longer receive {nameOf(about)}. You still find these notifications on this site.</p>
      <CsrfForm action={`/internal/unsubscribe?${new URLSearchParams({ token })}`} label="Unsubscribe">
        <button type="submit">Unsubscribe</button>
      </CsrfForm>
    </>
  ),
})

/** By the button, or by a mail program in one click (RFC 8058), which gets no redirect. */
export const unsubscribeAction = defineAction({ audience: 'anyone', isSignedByUrl: true }, async visit => {
  const { about } = await callAsVisitor(visit, unsubscribe, { token: tokenOf(visit) })
  return { status: 200, view: { head: HEAD, about }, render: UnsubscribedPage }
})

function UnsubscribedPage({ about }: PageProps & { about: About }) {
  const { links } = usePage()
  return (
    <>
      <h1>You are unsubscribed</h1>
      <p>
        You will no longer receive {nameOf(about)}.{' '}
        <a href={links.to('/internal/notifications/settings')}>Change your settings</a>
      </p>
    </>
  )
}
