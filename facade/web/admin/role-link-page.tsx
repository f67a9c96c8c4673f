import { executeAsPerson } from '../../../tools/execute-as-person.ts'
import { redeemRoleLink } from '../../../tools/roles/redeem-role-link.ts'
import { defineAction, definePage } from '../define-page.ts'
import { CsrfForm } from '../layout/csrf-form-element.tsx'
import { usePage } from '../layout/use-page.ts'
import { signInPath } from '../sign-in-path.ts'
import { ADMIN_PATH } from './call-as-staff.ts'

/** Opening the link grants nothing, because link previews open it too. */
export const linkPage = definePage({
  audience: 'anyone',
  // Its URL and its form contain the secret.
  isPerVisitor: true,
  ask: async ({ query }) => ({ answer: {}, secret: query.get('secret') ?? '' }),
  head: () => ({ title: 'Accept a role', isUnlisted: true }),
  render: LinkPage,
})

function LinkPage({ secret }: { secret: string }) {
  const { links, visitor } = usePage()
  return (
    <>
      <h1>Accept a role</h1>
      {visitor ? (
        <>
          <p>
            You are signed in as <bdi>{visitor.display_name}</bdi>. This link grants you a role. It works only once.
          </p>
          <CsrfForm action={`${ADMIN_PATH}/link`} label="Accept the role">
            <input type="hidden" name="secret" value={secret} />
            <button type="submit">Accept the role</button>
          </CsrfForm>
        </>
      ) : (
        <>
          <p>
            You must be signed in to accept a role. Sign in or create an account first, then open this link again. It
            stays valid until it expires.
          </p>
          <p>
            <a class="button" href={links.to(signInPath(pathOf(secret)))}>
              Sign in
            </a>
          </p>
        </>
      )}
    </>
  )
}

const pathOf = (secret: string) => `${ADMIN_PATH}/link?${new URLSearchParams({ secret })}`

export const linkAction = defineAction(
  { audience: 'person', back: (_, form) => pathOf(form.get('secret') ?? '') },
  async ({ runtime, exchange, visitor }, form) => {
    const { user_id, session_id } = visitor!
    const actor = { kind: 'person' as const, user_id, session_id }
    const input = { secret: form.get('secret') ?? '' }
    const { output } = await executeAsPerson(runtime, redeemRoleLink, actor, { input, request_id: exchange.request_id })
    return { to: ADMIN_PATH, flash: `You now have the role ${output.role}.` }
  },
)
