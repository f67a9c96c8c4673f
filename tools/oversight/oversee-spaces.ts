import { z } from 'zod'
import { listOverseenSpaces } from '../../storage/oversight/overseen-spaces.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor, uuid } from '../core/schemas.ts'
import { recordAccess } from './audited-read.ts'
import { overseenSpace } from './overseen-space.ts'

export const overseeSpaces = definePersonTool({
  name: 'oversee_spaces',
  description: 'The spaces that a person can read, for their agents or as a guest. The agents are notified.',
  effect: 'read',
  input: z.object({ user_id: uuid.describe('the person'), limit: limit(), cursor }),
  output: z.object({ spaces: z.array(overseenSpace), next_cursor: nextCursor }),
  problems: ['not-found', 'invalid-cursor'],
  async handler({ user_id, limit, cursor }, context) {
    const list = `overseen spaces ${user_id}`
    const before = readPosition(context, list, cursor) ?? NEWEST_ID
    const rows = await recordAccess(context, {
      user_id,
      async read(db) {
        const seen = await listOverseenSpaces(db, user_id, before, limit + 1)
        return { seen, at: { looked_at_what: 'spaces' } }
      },
    })
    const { items: spaces, next_cursor } = await nextPage(context, list, { rows }, limit, row => row)
    return { spaces, next_cursor }
  },
})
