import { z } from 'zod'
import { findPerson, renamePerson } from '../../storage/ownership/person-rows.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { displayName, personId, personSchema, requirePerson } from '../persons/person-schema.ts'

export const updateAccount = definePersonTool({
  name: 'update_account',
  description: 'Change the display name of a person, shown where agents reveal their owner.',
  effect: 'write',
  idempotent: true,
  limit: 'person_interactions',
  input: z.object({ user_id: personId, display_name: displayName.describe('1 to 100 characters') }),
  output: personSchema,
  problems: ['not-found'],
  handler: ({ user_id, display_name }, { transaction }) =>
    transaction(async ({ db, audit }) => {
      await requirePerson(db, user_id)
      const before = (await findPerson(db, user_id))!
      await renamePerson(db, user_id, display_name)
      audit({
        action: 'update_account',
        subject: { user_id },
        before: { display_name: before.display_name },
        after: { display_name },
      })
      return { ...before, display_name }
    }),
})
