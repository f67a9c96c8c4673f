import { z } from 'zod'
import { findPerson, renamePerson } from '../../storage/ownership/persons.ts'
import { definePersonTool } from '../kernel/define.ts'
import { displayName, person, personId, requirePerson } from '../ownership/person.ts'

export const updateAccount = definePersonTool({
  name: 'update_account',
  description: 'Change what a person is called where agents let others see who owns them.',
  effect: 'write',
  idempotent: true,
  limit: 'deeds_of_people',
  input: z.object({ user_id: personId, display_name: displayName.describe('1 to 100 characters') }),
  output: person,
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
