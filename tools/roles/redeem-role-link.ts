import { z } from 'zod'
import { findRole, putRole, takeRoleLink } from '../../storage/roles/staff-roles.ts'
import { defineSessionTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { covers } from '../core/staff-roles.ts'
import { linkDigest, linkSecret } from './role-link.ts'

export const redeemRoleLink = defineSessionTool({
  name: 'redeem_role_link',
  description: 'Redeem a role link. It can be used only once.',
  effect: 'write',
  recent_sign_in: true,
  limit: 'person_interactions',
  input: z.object({ secret: linkSecret }),
  output: z.object({ role: z.string() }),
  problems: ['not-found'],
  handler: ({ secret }, { actor: { user_id }, transaction, now }) =>
    transaction(async ({ db, audit }) => {
      const role = await takeRoleLink(db, linkDigest(secret), now)
      if (!role) throw new Problem('not-found', 'This link was already used or has expired.')
      const former = (await findRole(db, user_id)) ?? null
      // A person with a higher role keeps it.
      if (former !== null && covers(former, role)) return { role: former }
      await putRole(db, user_id, role, now)
      audit({ action: 'redeem_role_link', subject: { user_id }, before: { role: former }, after: { role } })
      return { role }
    }),
})
