import { z } from 'zod'
import { listPasskeys as findPasskeys } from '../../storage/accounts/passkeys.ts'
import { definePersonTool } from '../kernel/define.ts'
import { timestamp } from '../kernel/schemas.ts'
import { personId, requirePerson } from '../ownership/person.ts'

export const listPasskeys = definePersonTool({
  name: 'list_passkeys',
  description: 'The passkeys of a person, the oldest first.',
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
