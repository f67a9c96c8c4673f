import { z } from 'zod'
import { listPersons } from '../../storage/persons.ts'
import { NEWEST, nextPage, readPlace } from '../cursor.ts'
import { defineOperatorTool } from '../define.ts'
import { person } from '../ownership/person.ts'
import { cursor, limit, nextCursor } from '../schemas.ts'

export const listUsers = defineOperatorTool({
  name: 'list_users',
  description: 'The people of this installation, newest first.',
  effect: 'read',
  input: z.object({ limit: limit(), cursor }),
  output: z.object({ users: z.array(person), next_cursor: nextCursor }),
  problems: ['invalid-cursor'],
  async handler({ limit, cursor }, context) {
    const before = readPlace(context, 'users', cursor) ?? NEWEST
    const rows = await listPersons(context.db, before, limit + 1)
    const { items: users, next_cursor } = await nextPage(context, 'users', { rows }, limit, row => row)
    return { users, next_cursor }
  },
})
