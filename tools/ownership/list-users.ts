import { z } from 'zod'
import { listPersons } from '../../storage/ownership/persons.ts'
import { NEWEST, nextPage, readPlace } from '../kernel/cursor.ts'
import { defineOperatorTool } from '../kernel/define.ts'
import { cursor, limit, nextCursor } from '../kernel/schemas.ts'
import { person } from './person.ts'

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
