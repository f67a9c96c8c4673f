import { z } from 'zod'
import { putRole } from '../../storage/roles/staff-roles.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { uuid } from '../core/schemas.ts'
import { personId, requirePerson } from '../persons/person-schema.ts'
import { roleSchema } from './role-schema.ts'

export const grantRole = defineOperatorTool({
  name: 'grant_role',
  description: 'Give a person a role in running this installation. It replaces any other role.',
  effect: 'write',
  recent_sign_in: true,
  idempotent: true,
  input: z.object({ user_id: personId, role: roleSchema }),
  output: z.object({ user_id: uuid, role: z.string(), former_role: z.string().nullable() }),
  problems: ['not-found'],
  personsAlone: ({ user_id }) => [user_id],
  handler: ({ user_id, role }, { transaction, now }) =>
    transaction(async ({ db, audit }) => {
      await requirePerson(db, user_id)
      const former_role = (await putRole(db, user_id, role, now)) ?? null
      if (former_role !== role) {
        audit({ action: 'grant_role', subject: { user_id }, before: { role: former_role }, after: { role } })
      }
      return { user_id, role, former_role }
    }),
})
