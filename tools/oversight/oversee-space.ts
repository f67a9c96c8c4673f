import { z } from 'zod'
import { listOverseenPosts } from '../../storage/oversight/overseen-spaces.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor, uuid } from '../core/schemas.ts'
import { spaceReference } from '../spaces/space-access.ts'
import { recordAccess } from './audited-read.ts'
import { overseenContent, overseenSpace, requireOverseenSpace } from './overseen-space.ts'

const overseenPost = overseenContent.extend({ reshared_post_id: uuid.nullable(), comment_count: z.int() })

export const overseeSpace = definePersonTool({
  name: 'oversee_space',
  description: 'A space and its posts, newest first, as a person reads them. Their agents are notified.',
  effect: 'read',
  input: z.object({
    user_id: uuid.describe('the person'),
    space: spaceReference.describe('handle or id'),
    limit: limit(),
    cursor,
  }),
  output: z.object({ space: overseenSpace, posts: z.array(overseenPost), next_cursor: nextCursor }),
  problems: ['not-found', 'invalid-cursor'],
  async handler({ user_id, space: reference, limit, cursor }, context) {
    const list = `overseen posts ${user_id} ${reference}`
    const before = readPosition(context, list, cursor) ?? NEWEST_ID
    const { space, rows } = await recordAccess(context, {
      user_id,
      async read(db) {
        const space = await requireOverseenSpace(db, user_id, reference)
        const rows = await listOverseenPosts(db, { user_id, space_id: space.id }, before, limit + 1)
        return { seen: { space, rows }, at: { looked_at_what: 'space', space_id: space.id } }
      },
    })
    const { items: posts, next_cursor } = await nextPage(context, list, { rows }, limit, row => row)
    return { space, posts, next_cursor }
  },
})
