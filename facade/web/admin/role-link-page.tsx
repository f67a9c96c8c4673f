import { Problem } from '../../../tools/core/problems/problem.ts'
import { redeemRoleLink } from '../../../tools/roles/redeem-role-link.ts'
import { callAsVisitor } from '../account/call-as-person.ts'
import { cookiesOf, maySignIn } from '../account/session-cookies.ts'
import { endFormerSession, WithoutTls } from '../account/sign-in-pages.tsx'
import { defineAction, definePage } from '../define-page.ts'
import { CsrfForm } from '../layout/csrf-form-element.tsx'
import { usePage } from '../layout/use-page.ts'
import { ADMIN_PATH } from './call-as-staff.ts'

interface LinkView {
  email: string
  secret: string
  mayEnter: boolean
}

/** Opening the link does nothing, because link previews open it too. */
export const linkPage = definePage({
  audience: 'anyone',
  // Its URL and its form contain the secret.
  isPerVisitor: true,
  ask: async ({ query, runtime }) => ({
    answer: {},
    email: query.get('email') ?? '',
    secret: query.get('secret') ?? '',
    mayEnter: maySignIn(runtime.installation),
  }),
  head: () => ({ title: 'Sign in with a link', isUnlisted: true }),
  render: LinkPage,
})

function LinkPage({ email, secret, mayEnter }: LinkView) {
  const { site } = usePage()
  if (!mayEnter) return <WithoutTls />
  return (
    <>
      <h1>Sign in with a link</h1>
      <p>
        This link signs you in to {site} as <bdi>{email}</bdi> and grants you a role. It works only once.
      </p>
      <CsrfForm action={`${ADMIN_PATH}/link`} label="Sign in with a link">
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="secret" value={secret} />
        <button type="submit">Sign in</button>
      </CsrfForm>
    </>
  )
}

export const linkAction = defineAction({ audience: 'anyone' }, async (visit, form) => {
  const { installation } = visit.runtime
  if (!maySignIn(installation)) throw new Problem('not-found', 'Sign-in requires TLS on this server.')
  const [email, secret] = [form.get('email') ?? '', form.get('secret') ?? '']
  const browser = visit.exchange.headers['user-agent'] ?? ''
  const { token, role, browser_mark } = await callAsVisitor(visit, redeemRoleLink, { email, secret, browser })
  await endFormerSession(visit)
  const { session, browser: known } = cookiesOf(installation)
  return {
    to: ADMIN_PATH,
    flash: `You are signed in with the role ${role}.`,
    cookies: [session.set(token), known.set(browser_mark)],
  }
})
