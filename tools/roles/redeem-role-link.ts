import { findRole, putRole, takeRoleLink } from '../../storage/roles/staff-roles.ts'
import { findOrCreateAccount, lockAccount } from '../accounts/account-by-email.ts'
import { browserNameOf } from '../accounts/browser-secret.ts'
import { startedSession, startSession } from '../accounts/sign-in-session.ts'
import { defineVisitorTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { covers } from '../core/staff-roles.ts'
import { linkDigest, roleLink } from './role-link.ts'
import { roleSchema } from './role-schema.ts'

export const redeemRoleLink = defineVisitorTool({
  name: 'redeem_role_link',
  description: 'Sign in with a role link, and get its role. It can be used only once.',
  effect: 'write',
  limit: 'sign_in_tries',
  input: roleLink.extend({ browser: browserNameOf }),
  output: startedSession.extend({ role: roleSchema }),
  problems: ['not-found'],
  handler: ({ email, secret, browser }, context) =>
    context.transaction(async ({ db, audit }) => {
      await lockAccount(db, email)
      const role = await takeRoleLink(db, linkDigest({ email, secret }), context.now)
      const account = role && (await findOrCreateAccount(db, email, context))
      if (!role || !account) throw new Problem('not-found', 'This link was already used or has expired.')
      const { user_id } = account
      const former = (await findRole(db, user_id)) ?? null
      // A person with a higher role keeps it.
      const isHigher = former !== null && covers(former, role)
      if (!isHigher) await putRole(db, user_id, role, context.now)
      const after = isHigher ? former : role
      audit({ action: 'redeem_role_link', subject: { user_id }, before: { role: former }, after: { role: after } })
      const opened = await startSession(db, { user_id, email, method: 'link', browser }, context)
      return { ...opened, ...account, role: after }
    }),
})
