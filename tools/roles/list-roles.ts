import { z } from 'zod'
import { listRoleRows as findRoles } from '../../storage/roles/staff-roles.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { timestamp, uuid } from '../core/schemas.ts'

const MOST = 1_000

export const listRoles = defineOperatorTool({
  name: 'list_roles',
  description: 'The people with a role in running this installation, up to 1,000.',
  effect: 'read',
  input: z.object({}),
  output: z.object({
    roles: z.array(
      z.object({ user_id: uuid, display_name: z.string(), email: z.string(), role: z.string(), granted_at: timestamp }),
    ),
  }),
  problems: [],
  handler: async (_, { db }) => ({ roles: await findRoles(db, MOST) }),
})
