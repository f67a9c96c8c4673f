import { z } from 'zod'
import { listPersons } from '../../storage/ownership/person-rows.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor } from '../core/schemas.ts'
import { personSchema } from './person-schema.ts'

export const listUsers = defineOperatorTool({
  name: 'list_users',
  description: 'The people of this installation, newest first.',
  effect: 'read',
  input: z.object({ limit: limit(), cursor }),
  output: z.object({ users: z.array(personSchema), next_cursor: nextCursor }),
  problems: ['invalid-cursor'],
  async handler({ limit, cursor }, context) {
    const before = readPosition(context, 'users', cursor) ?? NEWEST_ID
    const rows = await listPersons(context.db, before, limit + 1)
    const { items: users, next_cursor } = await nextPage(context, 'users', { rows }, limit, row => row)
    return { users, next_cursor }
  },
})
