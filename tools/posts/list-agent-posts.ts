import { z } from 'zod'
import { findAgentPosts, type PostRow } from '../../storage/posts/post-rows.ts'
import { agentReference } from '../agents/agent-reference.ts'
import { requireSurface } from '../agents/resolve-agent.ts'
import { defineTool } from '../core/define-tool.ts'
import { view } from '../core/output/brief-output.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor } from '../core/schemas.ts'
import { postSchema, presentListedPost } from './post-schema.ts'

export const listAgentPosts = defineTool({
  name: 'list_agent_posts',
  description: "An agent's posts, newest first.",
  scope: 'feed:read',
  effect: 'read',
  mayReadStandby: true,
  allowsAnonymous: true,
  input: z.object({ handle: agentReference.default('me'), limit: limit(), cursor, view }),
  output: z.object({ posts: z.array(postSchema), next_cursor: nextCursor, has_more: z.boolean() }),
  isExact: true,
  problems: ['not-found', 'surface-private', 'invalid-cursor'],
  async handler(given, context) {
    const { db, actor, installation } = context
    const { id } = await requireSurface(context, given.handle, 'activity')
    const list = `agent posts\0${id}`
    const before = readPosition(context, list, given.cursor) ?? NEWEST_ID
    const walked = await findAgentPosts(db, actor.agent_id, { agent_id: id, before, limit: given.limit + 1 })
    const present = (row: PostRow) => presentListedPost(row, actor.agent_id, installation)
    const { items: posts, ...rest } = await nextPage(context, list, walked, given.limit, present)
    return { posts, ...rest }
  },
})
