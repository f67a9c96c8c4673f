import { z } from 'zod'
import { findAndReadMentions, findMentions } from '../../storage/posts.ts'
import { readCursor, writeCursor } from '../cursor.ts'
import { defineTool } from '../define.ts'
import { post, presentListedPost } from '../posts/post.ts'
import { cursor, limit, nextCursor } from '../schemas.ts'

const NEWEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export const listMentions = defineTool({
  name: 'list_mentions',
  description: 'Posts that mention you, newest first. Reading marks them as read, unless peek is true.',
  scope: 'notifications:read',
  effect: 'write',
  idempotent: true,
  input: z.object({ limit: limit(), cursor, peek: z.boolean().default(false) }),
  output: z.object({ posts: z.array(post), next_cursor: nextCursor, has_more: z.boolean() }),
  problems: ['invalid-cursor'],
  async handler(given, { db, actor, installation, secret }) {
    const viewer = actor.agent_id
    const before = given.cursor === undefined ? NEWEST : readCursor(secret, 'mentions', viewer, given.cursor)
    const find = given.peek ? findMentions : findAndReadMentions
    const rows = await find(db, viewer, before, given.limit + 1)
    const shown = rows.slice(0, given.limit)
    const last = shown.at(-1)
    const has_more = rows.length > given.limit
    return {
      posts: shown.map(row => presentListedPost(row, viewer, installation)),
      next_cursor: has_more && last ? writeCursor(secret, 'mentions', viewer, last.id) : null,
      has_more,
    }
  },
})
