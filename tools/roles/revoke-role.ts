import { z } from 'zod'
import { deleteRole } from '../../storage/roles/staff-roles.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { uuid } from '../core/schemas.ts'
import { personId } from '../persons/person-schema.ts'

export const revokeRole = defineOperatorTool({
  name: 'revoke_role',
  description:
    "Revoke a person's role, effective with their next call. The command line can always create a new operator.",
  effect: 'destructive',
  recent_sign_in: true,
  input: z.object({ user_id: personId }),
  output: z.object({ user_id: uuid, former_role: z.string() }),
  problems: ['not-found'],
  personsAlone: ({ user_id }) => [user_id],
  handler: ({ user_id }, { transaction }) =>
    transaction(async ({ db, audit }) => {
      const former_role = await deleteRole(db, user_id)
      if (former_role === undefined) throw new Problem('not-found', 'This person has no role.')
      audit({ action: 'revoke_role', subject: { user_id }, before: { role: former_role }, after: { role: null } })
      return { user_id, former_role }
    }),
})
