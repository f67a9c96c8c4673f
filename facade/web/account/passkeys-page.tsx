import { newBrowserSecret } from '../../../tools/accounts/browser-secret.ts'
import { readBrowserMark } from '../../../tools/accounts/known-browser.ts'
import { addPasskey } from '../../../tools/accounts/passkeys/add-passkey.ts'
import { beginPasskey } from '../../../tools/accounts/passkeys/begin-passkey.ts'
import { beginPasskeySignIn } from '../../../tools/accounts/passkeys/begin-passkey-sign-in.ts'
import { removePasskey } from '../../../tools/accounts/passkeys/remove-passkey.ts'
import { signInWithPasskey } from '../../../tools/accounts/passkeys/sign-in-with-passkey.ts'
import { defineAction, type ErrorPage, type PageProps } from '../define-page.ts'
import { usePage } from '../layout/use-page.ts'
import { readCookie } from '../server/flash-messages.ts'
import { assetPath } from '../static-assets.ts'
import { browserMarkOf, callAsPerson, callAsVisitor } from './call-as-person.ts'
import { safeReturnUrl } from './safe-return-url.ts'
import { cookiesOf } from './session-cookies.ts'
import { endFormerSession } from './sign-in-pages.tsx'

interface DeviceView extends PageProps {
  kind: 'create' | 'get'
  options: string
  action: string
  fields: Readonly<Record<string, string>>
}

/** A form that is completed by the WebAuthn authenticator. */
function DevicePage({ head, kind, options, action, fields }: DeviceView) {
  const { links, visitor } = usePage()
  return (
    <>
      <h1>{head.title}</h1>
      <p>
        Your device asks for your fingerprint, face or PIN. None of these leave the device.{' '}
        <noscript>This page requires JavaScript.</noscript>
      </p>
      <form method="post" action={links.to(action)} data-passkey={kind} data-options={options} aria-label={head.title}>
        {visitor && <input type="hidden" name="form_token" value={visitor.form_token} />}
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="answer" value="" />
        <button type="submit">Continue</button>
      </form>
      <p role="alert" data-passkey-fault hidden>
        Your device did not provide a passkey. Try again, or sign in with a code.
      </p>
      <script src={links.to(assetPath('passkeys.js'))} defer />
    </>
  )
}

const devicePage = (title: string, view: Omit<DeviceView, 'head' | 'options'> & { options: object }) =>
  ({
    status: 200,
    view: { ...view, options: JSON.stringify(view.options), head: { title, isUnlisted: true } },
    render: DevicePage,
  }) as ErrorPage

const back = () => '/internal/account'

export const beginAddingPasskey = defineAction({ audience: 'person', back }, async (visit, form) => {
  const { options } = await callAsPerson(visit, beginPasskey, {})
  const name = (form.get('name') ?? '').trim() || 'Passkey'
  return devicePage('Create a passkey', {
    kind: 'create',
    options,
    action: '/internal/passkeys/add',
    fields: { name },
  })
})

export const storePasskey = defineAction({ audience: 'person', back }, async (visit, form) => {
  const input = { name: form.get('name') ?? '', answer: form.get('answer') ?? '' }
  const { token } = await callAsPerson(visit, addPasskey, input)
  const { session } = cookiesOf(visit.runtime.installation)
  return { to: '/internal/account', flash: 'Passkey added.', cookies: [session.set(token)] }
})

export const deletePasskeyAction = defineAction({ audience: 'person', back }, async (visit, form) => {
  await callAsPerson(visit, removePasskey, { passkey_id: form.get('passkey_id') ?? '' })
  return { to: '/internal/account', flash: 'Passkey removed.' }
})

export const beginPasskeySignInAction = defineAction({ audience: 'anyone' }, async (visit, form) => {
  const { runtime } = visit
  const ticket = newBrowserSecret(runtime.randomBytes)
  const account = readBrowserMark(runtime.secret, browserMarkOf(visit))
  const { options } = await callAsVisitor(visit, beginPasskeySignIn, { ticket }, account)
  const fields = { to: safeReturnUrl(form.get('to')) }
  const action = '/internal/sign-in/passkey/answer'
  const shower = devicePage('Sign in with a passkey', { kind: 'get', options, action, fields })
  return { ...shower, cookies: [cookiesOf(runtime.installation).ticket.set(ticket)] }
})

export const submitPasskey = defineAction({ audience: 'anyone' }, async (visit, form) => {
  const { exchange, runtime } = visit
  const { session, ticket: ticketCookie, browser: browserCookie } = cookiesOf(runtime.installation)
  const ticket = readCookie(exchange.headers.cookie, ticketCookie.name) ?? ''
  const browser = exchange.headers['user-agent'] ?? ''
  const input = { ticket, answer: form.get('answer') ?? '', browser }
  const account = readBrowserMark(runtime.secret, browserMarkOf(visit))
  const { token, browser_mark } = await callAsVisitor(visit, signInWithPasskey, input, account)
  await endFormerSession(visit)
  return {
    to: safeReturnUrl(form.get('to')),
    cookies: [session.set(token), browserCookie.set(browser_mark), ticketCookie.clear],
  }
})
