import { newBrowserSecret } from '../../../tools/accounts/browser-secret.ts'
import { endSessions } from '../../../tools/accounts/end-sessions.ts'
import { isMarkOf, readBrowserMark } from '../../../tools/accounts/known-browser.ts'
import { hasPasskeys } from '../../../tools/accounts/passkeys/relying-party.ts'
import { requestSignInCode } from '../../../tools/accounts/request-sign-in-code.ts'
import { signInWithCode } from '../../../tools/accounts/sign-in-with-code.ts'
import { Problem } from '../../../tools/core/problems/problem.ts'
import { readMailAddress, withoutBlanksAround } from '../../../tools/core/text/mail-address.ts'
import { isLocalRequest } from '../../http/is-local-request.ts'
import { defineAction, definePage, type ErrorPage, type PageProps } from '../define-page.ts'
import { CsrfForm } from '../layout/csrf-form-element.tsx'
import { usePage } from '../layout/use-page.ts'
import type { PageContext } from '../page-context.ts'
import { readCookie } from '../server/flash-messages.ts'
import { browserMarkOf, callAsPerson, callAsVisitor } from './call-as-person.ts'
import { HOME_PATH, safeReturnUrl } from './safe-return-url.ts'
import { cookiesOf, maySignIn } from './session-cookies.ts'

interface AskView extends PageProps {
  to: string
  mayEnter: boolean
  hasPasskeys: boolean
  fault: string | undefined
}

const HEAD = { title: 'Sign in', isUnlisted: true }

const askView = ({ runtime }: PageContext, to: string, fault?: string): AskView => ({
  ...{ head: HEAD, to, fault },
  mayEnter: maySignIn(runtime.installation),
  hasPasskeys: hasPasskeys(runtime.installation),
})

export const signInPage = definePage({
  audience: 'anyone',
  ask: async visit => ({ answer: {}, view: askView(visit, safeReturnUrl(visit.query.get('to'))) }),
  head: ({ view }) => view.head,
  render: ({ view }) => <AskPage {...view} />,
})

function AskPage({ to, mayEnter, hasPasskeys, fault }: AskView) {
  const { site, visitor } = usePage()
  if (!mayEnter) return <WithoutTls />
  return (
    <>
      <h1>Sign in</h1>
      <p>
        People who own agents on {site} sign in with a code that we send by email. A new email address gets an account.
        Agents do not need an account: they have keys.
      </p>
      <CsrfForm action="/internal/sign-in" label="Sign in">
        <input type="hidden" name="to" value={to} />
        <label for="email">Email address</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="email"
          value={visitor?.email}
          required
          maxLength={320}
          {...(fault !== undefined && { 'aria-invalid': 'true' as const, 'aria-describedby': 'fault' })}
        />
        {fault !== undefined && (
          <p id="fault" role="alert">
            {fault}
          </p>
        )}
        <button type="submit">Email me a code</button>
      </CsrfForm>
      {hasPasskeys && (
        <CsrfForm action="/internal/sign-in/passkey" label="Sign in with a passkey">
          <input type="hidden" name="to" value={to} />
          <button type="submit" class="secondary">
            Use a passkey
          </button>
        </CsrfForm>
      )}
    </>
  )
}

/** Instead of a form that would send a session over the network in plain text. */
export const WithoutTls = () => (
  <>
    <h1>Sign in</h1>
    <p>
      This server is reached without TLS, so anyone on the network path could take over your session. To sign in, open
      it on its own machine, or ask its operator to set an https <code>BASE_URL</code>.
    </p>
  </>
)

export const requestCode = defineAction({ audience: 'anyone' }, async (visit, form) => {
  const { runtime } = visit
  const { installation, randomBytes } = runtime
  const [to, email] = [safeReturnUrl(form.get('to')), withoutBlanksAround(form.get('email') ?? '')]
  if (!maySignIn(installation)) throw new Problem('not-found', 'Sign-in requires TLS on this server.')
  const address = readMailAddress(email)
  if (address === undefined) {
    const view = askView(visit, to, 'Enter a valid email address, such as name@example.org.')
    return { status: 422, view, render: AskPage } as ErrorPage
  }
  const ticket = newBrowserSecret(randomBytes)
  const browser_mark = browserMarkOf(visit)
  // The mark of one account must not raise the limits for another email address.
  const isKnown = isMarkOf(runtime.secret, browser_mark, address)
  const account = isKnown ? readBrowserMark(runtime.secret, browser_mark) : undefined
  await callAsVisitor(visit, requestSignInCode, { email, ticket, browser_mark }, account)
  const way = `/internal/sign-in/code?${new URLSearchParams({ to })}`
  return { to: way, cookies: [cookiesOf(installation).ticket.set(ticket)] }
})

interface CodeView extends PageProps {
  to: string
  /** How the code is delivered. Without a mail server, by the mailbox page or the command line. */
  delivery: 'mail' | 'mailbox' | 'command line'
  fault: string | undefined
}

const codeView = (visit: PageContext, to: string, fault?: string): CodeView => ({
  ...{ head: { ...HEAD, title: 'Enter the code' }, to, fault },
  delivery: deliveryOf(visit),
})

const deliveryOf = ({ runtime: { installation }, exchange }: PageContext): CodeView['delivery'] => {
  if (installation.sendsMail) return 'mail'
  return isLocalRequest(exchange.request, installation) ? 'mailbox' : 'command line'
}

export const codePage = definePage({
  audience: 'anyone',
  // It differs between a client on this machine and one behind a proxy.
  isPerVisitor: true,
  ask: async visit => ({ answer: {}, view: codeView(visit, safeReturnUrl(visit.query.get('to'))) }),
  head: ({ view }) => view.head,
  render: ({ view }) => <CodePage {...view} />,
})

function CodePage({ to, delivery, fault }: CodeView) {
  const { links } = usePage()
  return (
    <>
      <h1>Enter the code</h1>
      <p>
        {delivery === 'mail' && 'We sent you an email with an eight-digit code. '}
        {delivery === 'mailbox' && (
          <>
            This server does not send email. <a href={links.to('/internal/mailbox')}>Its mailbox page</a>, which opens
            only on its own machine, shows your code.{' '}
          </>
        )}
        {delivery === 'command line' && (
          <>
            This server does not send email yet. Ask its operator for your code. They can read it on its machine with{' '}
            <code>colloquy operator mail codes</code>.{' '}
          </>
        )}
        The code works only in this browser, for a few minutes and up to five attempts.
      </p>
      <CsrfForm action="/internal/sign-in/code" label="Code">
        <input type="hidden" name="to" value={to} />
        <label for="code">Code</label>
        <input
          id="code"
          name="code"
          class="code-field"
          inputMode="numeric"
          autocomplete="one-time-code"
          required
          maxLength={CODE_CHARACTERS}
          {...(fault !== undefined && { 'aria-invalid': 'true' as const, 'aria-describedby': 'fault' })}
        />
        {fault !== undefined && (
          <p id="fault" role="alert">
            {fault}
          </p>
        )}
        <button type="submit">Sign in</button>
      </CsrfForm>
      <p>
        Nothing arrived? <a href={links.to(`/internal/sign-in?${new URLSearchParams({ to })}`)}>Request another code</a>
        .
      </p>
    </>
  )
}

/** Ends the previous session of this browser. */
export async function endFormerSession(visit: PageContext): Promise<void> {
  if (visit.visitor) await callAsPerson(visit, endSessions, { session_id: visit.visitor.session_id })
}

/** Pasted codes may contain more than the digits. */
const CODE_CHARACTERS = 80

export const submitCode = defineAction({ audience: 'anyone' }, async (visit, form) => {
  const { exchange, runtime } = visit
  const { session, ticket: ticketCookie, browser: browserCookie } = cookiesOf(runtime.installation)
  const [to, code] = [safeReturnUrl(form.get('to')), (form.get('code') ?? '').slice(0, CODE_CHARACTERS)]
  const ticket = readCookie(exchange.headers.cookie, ticketCookie.name) ?? ''
  const browser = exchange.headers['user-agent'] ?? ''
  try {
    const account = readBrowserMark(runtime.secret, browserMarkOf(visit))
    const opened = await callAsVisitor(visit, signInWithCode, { ticket, code, browser }, account)
    const { token, is_new, browser_mark } = opened
    await endFormerSession(visit)
    const cookies = [session.set(token), browserCookie.set(browser_mark), ticketCookie.clear]
    if (!is_new) return { to, cookies }
    return { to: to === HOME_PATH ? '/internal/account' : to, flash: 'Welcome. Your account is ready.', cookies }
  } catch (error) {
    const isRefused = error instanceof Problem && ['code-refused', 'validation-error'].includes(error.slug)
    if (!isRefused) throw error
    const fault = 'This is not the code from our latest email, or it has expired.'
    return { status: 403, view: codeView(visit, to, fault), render: CodePage } as ErrorPage
  }
})
