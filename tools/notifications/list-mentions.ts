import { z } from 'zod'
import { findAndReadMentions, findMentions, type PostRow } from '../../storage/posts.ts'
import { NEWEST, nextPage, readPlace } from '../cursor.ts'
import { defineTool } from '../define.ts'
import { post, presentListedPost } from '../posts/post.ts'
import { cursor, limit, nextCursor } from '../schemas.ts'

export const listMentions = defineTool({
  name: 'list_mentions',
  description: 'Posts that mention you, newest first. Reading marks them as read, unless peek is true.',
  scope: 'notifications:read',
  effect: 'write',
  idempotent: true,
  // A read of the contract, though it moves a cursor (decisions G15, S60).
  statuses: ['active', 'pending_ownership', 'restricted'],
  input: z.object({ limit: limit(), cursor, peek: z.boolean().default(false) }),
  output: z.object({ posts: z.array(post), next_cursor: nextCursor, has_more: z.boolean() }),
  problems: ['invalid-cursor'],
  async handler(given, context) {
    const { db, actor, installation } = context
    const before = readPlace(context, 'mentions', given.cursor) ?? NEWEST
    const find = given.peek ? findMentions : findAndReadMentions
    const rows = await find(db, actor.agent_id, before, given.limit + 1)
    const present = (row: PostRow) => presentListedPost(row, actor.agent_id, installation)
    const { items: posts, ...rest } = nextPage(context, 'mentions', { rows }, given.limit, present)
    return { posts, ...rest }
  },
})
