import { z } from 'zod'
import { findPerson } from '../../storage/ownership/person-rows.ts'
import { findRole } from '../../storage/roles/staff-roles.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { fateOfAgents, readFate } from './fate-of-agents.ts'
import { personId, personSchema } from './person-schema.ts'

export const showUser = defineOperatorTool({
  name: 'show_user',
  description: 'A person, their role, and what happens to their agents if the person is deleted.',
  effect: 'read',
  input: z.object({ user_id: personId }),
  output: personSchema.extend({ role: z.string().nullable(), if_deleted: fateOfAgents }),
  problems: ['not-found'],
  async handler({ user_id }, { db }) {
    const found = await findPerson(db, user_id)
    if (!found) throw new Problem('not-found', 'This user does not exist.')
    const [role = null, if_deleted] = await Promise.all([findRole(db, user_id), readFate(db, user_id)])
    return { ...found, role, if_deleted }
  },
})
