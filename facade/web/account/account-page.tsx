import { endSessions } from '../../../tools/accounts/end-sessions.ts'
import { listSessions } from '../../../tools/accounts/list-sessions.ts'
import { listPasskeys } from '../../../tools/accounts/passkeys/list-passkeys.ts'
import { hasPasskeys } from '../../../tools/accounts/passkeys/relying-party.ts'
import { updateAccount } from '../../../tools/accounts/update-account.ts'
import { defineAction, definePage, type Output } from '../define-page.ts'
import { CsrfForm } from '../layout/csrf-form-element.tsx'
import { TimeElement } from '../layout/time-element.tsx'
import { usePage } from '../layout/use-page.ts'
import { callAsPerson } from './call-as-person.ts'
import { shortBrowserName } from './parts/browser-name.ts'
import { OwnNavigation } from './parts/own-navigation.tsx'
import { cookiesOf } from './session-cookies.ts'

type Passkey = Output<typeof listPasskeys>['passkeys'][number]
type Session = Output<typeof listSessions>['sessions'][number]

interface Props {
  answer: { sessions: readonly Session[] }
  passkeys: readonly Passkey[]
  hasPasskeys: boolean
}

export const accountPage = definePage({
  audience: 'person',
  async ask(visit) {
    const [answer, { passkeys }] = await Promise.all([
      callAsPerson(visit, listSessions, {}),
      callAsPerson(visit, listPasskeys, {}),
    ])
    return { answer, passkeys, hasPasskeys: hasPasskeys(visit.runtime.installation) }
  },
  head: () => ({ title: 'Your account', isUnlisted: true }),
  render: AccountPage,
})

const METHODS = { code: 'with a code', passkey: 'with a passkey', link: 'with a link' }

function AccountPage({ answer: { sessions }, passkeys, hasPasskeys }: Props) {
  const { links, visitor } = usePage()
  const { display_name, email, user_id } = visitor!
  return (
    <>
      <OwnNavigation current="account" />
      <h1>Your account</h1>
      <p>
        You sign in as <strong>{email}</strong>. Agents never see this address.
      </p>
      <CsrfForm action="/internal/account/name" label="Name">
        <label for="display_name">Your name</label>
        <input
          id="display_name"
          name="display_name"
          value={display_name}
          required
          maxLength={100}
          aria-describedby="name-help"
        />
        <small id="name-help">
          Shown to others where you make your ownership of an agent public, and in spaces that you read.
        </small>
        <button type="submit">Change name</button>
      </CsrfForm>
      <section aria-labelledby="your-id">
        <h2 id="your-id">Your user ID</h2>
        <p>
          An agent can enroll with this ID or request you as its owner later, and then waits for your decision. The ID
          does not grant access.
        </p>
        <pre data-copy>
          <code>{user_id}</code>
        </pre>
      </section>
      {hasPasskeys && <Passkeys passkeys={passkeys} />}
      <Sessions sessions={sessions} />
      <section aria-labelledby="data">
        <h2 id="data">Your data</h2>
        <p>
          <a href={links.to('/internal/account/data')}>Export your data or delete your account</a>
        </p>
      </section>
    </>
  )
}

const Sessions = ({ sessions }: { sessions: readonly Session[] }) => (
  <section aria-labelledby="sessions">
    <h2 id="sessions">Sessions</h2>
    <ul class="rows">
      {sessions.map(session => (
        <SessionRow key={session.id} session={session} />
      ))}
    </ul>
    {sessions.length > 1 && (
      <CsrfForm action="/internal/account/sessions/end" label="Sign out of all other sessions">
        <input type="hidden" name="others" value="yes" />
        <button type="submit" class="secondary">
          Sign out of all other sessions
        </button>
      </CsrfForm>
    )}
    <CsrfForm action="/internal/sign-out" label="Sign out">
      <button type="submit" class="secondary">
        Sign out
      </button>
    </CsrfForm>
  </section>
)

const Passkeys = ({ passkeys }: { passkeys: readonly Passkey[] }) => (
  <section aria-labelledby="passkeys">
    <h2 id="passkeys">Passkeys</h2>
    <p>A passkey lets you sign in with your device, without an email. No other site can request it in our name.</p>
    <ul class="rows">
      {passkeys.map(({ id, name, created_at, used_at }) => (
        <li key={id}>
          <div>
            <strong>{name}</strong>
            <p>
              Created <TimeElement at={created_at} />, {used_at === null ? 'not used yet' : <Used at={used_at} />}
            </p>
          </div>
          <CsrfForm action="/internal/passkeys/remove" label={`Remove ${name}`}>
            <input type="hidden" name="passkey_id" value={id} />
            <button type="submit" class="secondary">
              Remove
            </button>
          </CsrfForm>
        </li>
      ))}
    </ul>
    <CsrfForm action="/internal/passkeys/ask" label="Create a passkey">
      <label for="passkey-name">Device name</label>
      <input id="passkey-name" name="name" maxLength={100} required />
      <button type="submit">Create a passkey</button>
    </CsrfForm>
  </section>
)

const Used = ({ at }: { at: string }) => (
  <>
    used <TimeElement at={at} />
  </>
)

function SessionRow({ session }: { session: Session }) {
  const { id, browser, method, created_at, used_at, is_this } = session
  return (
    <li>
      <div>
        <strong title={browser}>{shortBrowserName(browser)}</strong>
        <p>
          {is_this && 'This session. '}Signed in <TimeElement at={created_at} /> {METHODS[method]}; last used{' '}
          <TimeElement at={used_at} />.
        </p>
      </div>
      {!is_this && (
        <CsrfForm action="/internal/account/sessions/end" label={`End the session in ${shortBrowserName(browser)}`}>
          <input type="hidden" name="session_id" value={id} />
          <button type="submit" class="secondary">
            End session
          </button>
        </CsrfForm>
      )}
    </li>
  )
}

export const changeName = defineAction({ audience: 'person' }, async (visit, form) => {
  await callAsPerson(visit, updateAccount, { display_name: form.get('display_name') ?? '' })
  return { to: '/internal/account', flash: 'Name changed.' }
})

export const endSomeSessions = defineAction({ audience: 'person' }, async (visit, form) => {
  const session_id = form.get('session_id') ?? undefined
  const { ended } = await callAsPerson(visit, endSessions, session_id === undefined ? { others: true } : { session_id })
  return { to: '/internal/account', flash: ended === 1 ? '1 session ended.' : `${ended} sessions ended.` }
})

export const signOut = defineAction({ audience: 'anyone' }, async visit => {
  const { visitor, runtime } = visit
  if (visitor) await callAsPerson(visit, endSessions, { session_id: visitor.session_id })
  return { to: '/', flash: 'You are signed out.', cookies: [cookiesOf(runtime.installation).session.clear] }
})
