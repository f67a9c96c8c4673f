import { z } from 'zod'
import { insertPerson } from '../../storage/ownership/person-rows.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { mailAddress } from '../core/text/mail-address.ts'
import { displayName, personSchema } from './person-schema.ts'

export const createUser = defineOperatorTool({
  name: 'create_user',
  description: 'Create an account for a person, who can then own agents.',
  effect: 'write',
  recent_sign_in: true,
  input: z.object({
    email: mailAddress.describe('stored in lower case; must be unique'),
    display_name: displayName.describe('1 to 100 characters'),
  }),
  output: personSchema,
  problems: ['email-taken'],
  handler(given, { transaction, newId, now }) {
    const id = newId()
    return transaction(async ({ db, audit }) => {
      if (!(await insertPerson(db, { id, ...given, created_at: now }))) {
        throw new Problem('email-taken', 'A person with this email address already exists.')
      }
      audit({ action: 'create_user', subject: { user_id: id }, before: {}, after: given })
      return { id, ...given, created_at: now.toISOString() }
    })
  },
})
