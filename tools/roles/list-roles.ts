import { z } from 'zod'
import { listRoles as findRoles } from '../../storage/roles/roles.ts'
import { defineOperatorTool } from '../kernel/define.ts'
import { timestamp, uuid } from '../kernel/schemas.ts'

const MOST = 1_000

export const listRoles = defineOperatorTool({
  name: 'list_roles',
  description: 'The people who help to run this installation, and as what; at most the first thousand.',
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
