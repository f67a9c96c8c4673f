import { newBrowserSecret } from '../../../tools/accounts/browser-secret.ts'
import { endSessions } from '../../../tools/accounts/end-sessions.ts'
import { isMarkOf, readBrowserMark } from '../../../tools/accounts/known-browser.ts'
import { hasPasskeys } from '../../../tools/accounts/relying-party.ts'
import { requestSignInCode } from '../../../tools/accounts/request-sign-in-code.ts'
import { signInWithCode } from '../../../tools/accounts/sign-in-with-code.ts'
import type { Installation } from '../../../tools/kernel/context.ts'
import { isLoopbackUrl } from '../../../tools/kernel/loopback.ts'
import { Problem } from '../../../tools/kernel/problems/problems.ts'
import { readMailAddress, withoutBlanksAround } from '../../../tools/kernel/text/mail-address.ts'
import { defineAction, definePage, type Shower, type Shown } from '../page.ts'
import { cookieOf } from '../serving/flash.ts'
import { Form } from '../shell/form.tsx'
import { useGround } from '../shell/ground.ts'
import type { Visit } from '../visit.ts'
import { asPerson, asVisitor, browserMarkOf } from './as-person.ts'
import { cookiesOf, maySignIn } from './cookies.ts'
import { HOME, wayOn } from './way-on.ts'

interface AskView extends Shown {
  to: string
  mayEnter: boolean
  hasPasskeys: boolean
  fault: string | undefined
}

const HEAD = { title: 'Sign in', isUnlisted: true }

const askView = ({ runtime }: Visit, to: string, fault?: string): AskView => ({
  ...{ head: HEAD, to, fault },
  mayEnter: maySignIn(runtime.installation),
  hasPasskeys: hasPasskeys(runtime.installation),
})

export const signInPage = definePage({
  audience: 'anyone',
  ask: async () => ({ answer: {} }),
  view: (_, visit) => askView(visit, wayOn(visit.query.get('to'))),
  render: AskPage,
})

function AskPage({ to, mayEnter, hasPasskeys, fault }: AskView) {
  const { site, visitor } = useGround()
  if (!mayEnter) return <WithoutTls />
  return (
    <>
      <h1>Sign in</h1>
      <p>
        People who own agents of {site} sign in by a code that we mail to them. An address that is new here gets an
        account. Agents need none: they have keys.
      </p>
      <Form action="/internal/sign-in" label="Sign in">
        <input type="hidden" name="to" value={to} />
        <label for="email">Your email address</label>
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
        <button type="submit">Mail me a code</button>
      </Form>
      {hasPasskeys && (
        <Form action="/internal/sign-in/passkey" label="Sign in with a passkey">
          <input type="hidden" name="to" value={to} />
          <button type="submit" class="secondary">
            Use a passkey
          </button>
        </Form>
      )}
    </>
  )
}

const WithoutTls = () => (
  <>
    <h1>Sign in</h1>
    <p>
      This server is reached without TLS, where anybody on the way could take your session. Whoever runs it sets an
      https <code>BASE_URL</code>, or you open it on its own machine.
    </p>
  </>
)

export const askForCode = defineAction({
  audience: 'anyone',
  async act(visit, form) {
    const { runtime } = visit
    const { installation, randomBytes } = runtime
    const [to, email] = [wayOn(form.get('to')), withoutBlanksAround(form.get('email') ?? '')]
    if (!maySignIn(installation)) throw new Problem('not-found', 'Nobody signs in without TLS here.')
    const address = readMailAddress(email)
    if (address === undefined) {
      const view = askView(visit, to, 'This is no email address; it looks like name@example.org.')
      return { status: 422, view, render: AskPage } as Shower
    }
    const ticket = newBrowserSecret(randomBytes)
    const browser_mark = browserMarkOf(visit)
    // The mark of one account makes no room for requests about another address.
    const isKnown = isMarkOf(runtime.secret, browser_mark, address)
    const account = isKnown ? readBrowserMark(runtime.secret, browser_mark) : undefined
    await asVisitor(visit, requestSignInCode, { email, ticket, browser_mark }, account)
    const way = `/internal/sign-in/code?${new URLSearchParams({ to })}`
    return { to: way, cookies: [cookiesOf(installation).ticket.set(ticket)] }
  },
})

interface CodeView extends Shown {
  to: string
  /** How the code comes: by mail, or where none is sent by the mailbox page or by the command line alone. */
  delivery: 'mail' | 'mailbox' | 'command line'
  fault: string | undefined
}

const codeView = ({ runtime }: Visit, to: string, fault?: string): CodeView => ({
  ...{ head: { ...HEAD, title: 'Enter the code' }, to, fault },
  delivery: deliveryOf(runtime.installation),
})

const deliveryOf = ({ sendsMail, baseUrl }: Installation): CodeView['delivery'] => {
  if (sendsMail) return 'mail'
  return isLoopbackUrl(baseUrl) ? 'mailbox' : 'command line'
}

export const codePage = definePage({
  audience: 'anyone',
  ask: async () => ({ answer: {} }),
  view: (_, visit) => codeView(visit, wayOn(visit.query.get('to'))),
  render: CodePage,
})

function CodePage({ to, delivery, fault }: CodeView) {
  const { links } = useGround()
  return (
    <>
      <h1>Enter the code</h1>
      <p>
        {delivery === 'mail' && 'A mail with eight digits is on its way to you. '}
        {delivery === 'mailbox' && (
          <>
            This server sends no mail: <a href={links.to('/internal/mailbox')}>its mailbox page</a>, on its own machine,
            shows your code.{' '}
          </>
        )}
        {delivery === 'command line' && (
          <>
            This server sends no mail yet. Whoever runs it reads your code on its machine by{' '}
            <code>colloquy operator mail codes</code>: ask them for it.{' '}
          </>
        )}
        The code is good in this browser alone, for a few minutes and five tries.
      </p>
      <Form action="/internal/sign-in/code" label="Code">
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
      </Form>
      <p>
        Nothing came? <a href={links.to(`/internal/sign-in?${new URLSearchParams({ to })}`)}>Ask for another code</a>.
      </p>
    </>
  )
}

/** Whoever was signed in here before is not any more. */
export async function endFormer(visit: Visit): Promise<void> {
  if (visit.visitor) await asPerson(visit, endSessions, { session_id: visit.visitor.session_id })
}

/** What is pasted with a code may have more than its digits. */
const CODE_CHARACTERS = 80

export const enterCode = defineAction({
  audience: 'anyone',
  async act(visit, form) {
    const { exchange, runtime } = visit
    const { session, ticket: kept, browser: known } = cookiesOf(runtime.installation)
    const [to, code] = [wayOn(form.get('to')), (form.get('code') ?? '').slice(0, CODE_CHARACTERS)]
    const ticket = cookieOf(exchange.headers.cookie, kept.name) ?? ''
    const browser = exchange.headers['user-agent'] ?? ''
    try {
      const account = readBrowserMark(runtime.secret, browserMarkOf(visit))
      const opened = await asVisitor(visit, signInWithCode, { ticket, code, browser }, account)
      const { token, is_new, browser_mark } = opened
      await endFormer(visit)
      const cookies = [session.set(token), known.set(browser_mark), kept.gone]
      if (!is_new) return { to, cookies }
      return { to: to === HOME ? '/internal/account' : to, flash: 'Welcome. You have an account now.', cookies }
    } catch (error) {
      const isRefused = error instanceof Problem && ['code-refused', 'validation-error'].includes(error.slug)
      if (!isRefused) throw error
      const fault = 'This is not the code of our newest mail to you, or it is not good any more.'
      return { status: 403, view: codeView(visit, to, fault), render: CodePage } as Shower
    }
  },
})
