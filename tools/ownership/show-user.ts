import { z } from 'zod'
import { findPerson } from '../../storage/ownership/persons.ts'
import { findRole } from '../../storage/roles/roles.ts'
import { defineOperatorTool } from '../kernel/define.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { fateOfAgents, readFate } from './fate-of-agents.ts'
import { person, personId } from './person.ts'

export const showUser = defineOperatorTool({
  name: 'show_user',
  description: 'A person, their role, and what becomes of their agents if they are deleted.',
  effect: 'read',
  input: z.object({ user_id: personId }),
  output: person.extend({ role: z.string().nullable(), if_deleted: fateOfAgents }),
  problems: ['not-found'],
  async handler({ user_id }, { db }) {
    const found = await findPerson(db, user_id)
    if (!found) throw new Problem('not-found', 'There is no such user.')
    const [role = null, if_deleted] = await Promise.all([findRole(db, user_id), readFate(db, user_id)])
    return { ...found, role, if_deleted }
  },
})
