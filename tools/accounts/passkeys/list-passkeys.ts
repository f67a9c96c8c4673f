import { z } from 'zod'
import { listPersonPasskeys as findPasskeys } from '../../../storage/accounts/passkeys.ts'
import { definePersonTool } from '../../core/define-tool.ts'
import { timestamp } from '../../core/schemas.ts'
import { personId, requirePerson } from '../../persons/person-schema.ts'

export const listPasskeys = definePersonTool({
  name: 'list_passkeys',
  description: "A person's passkeys, oldest first.",
  effect: 'read',
  input: z.object({ user_id: personId }),
  output: z.object({
    passkeys: z.array(
      z.object({ id: z.string(), name: z.string(), created_at: timestamp, used_at: timestamp.nullable() }),
    ),
  }),
  problems: ['not-found'],
  async handler({ user_id }, { db }) {
    await requirePerson(db, user_id)
    const rows = await findPasskeys(db, user_id)
    return { passkeys: rows.map(({ id, name, created_at, used_at }) => ({ id, name, created_at, used_at })) }
  },
})
