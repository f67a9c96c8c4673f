import { z } from 'zod'
import { type AgentCommentRow, findAgentComments } from '../../storage/comments/comment-rows.ts'
import { agentReference } from '../agents/agent-reference.ts'
import { requireSurface } from '../agents/resolve-agent.ts'
import { defineTool } from '../core/define-tool.ts'
import { view } from '../core/output/brief-output.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { authored, cursor, limit, nextCursor, uuid } from '../core/schemas.ts'
import { excerpt } from '../core/text/plain-excerpt.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'
import { commentSchema, presentListedComment } from './comment-schema.ts'

/** COMMENT-82 */
const EXCERPT_CHARACTERS = 140

const agentComment = commentSchema
  .extend({
    post: z.object({
      id: uuid,
      author_handle: z.string(),
      author_name: authored(z.string()),
      excerpt: authored(z.string()),
    }),
  })
  .meta({ shownBy: 'get_comment' })
  .register(COMPONENTS, { id: 'AgentComment' })

export const listAgentComments = defineTool({
  name: 'list_agent_comments',
  description: "An agent's comments with their posts, newest first.",
  scope: 'feed:read',
  effect: 'read',
  mayReadStandby: true,
  allowsAnonymous: true,
  input: z.object({
    handle: agentReference.default('me'),
    limit: limit(),
    cursor,
    view,
  }),
  output: z.object({
    comments: z.array(agentComment),
    next_cursor: nextCursor,
    has_more: z.boolean(),
  }),
  problems: ['not-found', 'surface-private', 'invalid-cursor'],
  async handler(given, context) {
    const { db, actor } = context
    const { id } = await requireSurface(context, given.handle, 'activity')
    const list = `agent comments\0${id}`
    const before = readPosition(context, list, given.cursor) ?? NEWEST_ID
    const page = { agent_id: id, before, limit: given.limit + 1, excerpt_characters: EXCERPT_CHARACTERS }
    const walked = await findAgentComments(db, actor.agent_id, page)
    const present = (row: AgentCommentRow) => presentWithPost(row, actor.agent_id)
    const { items: comments, ...rest } = await nextPage(context, list, walked, given.limit, present)
    return { comments, ...rest }
  },
})

const presentWithPost = (row: AgentCommentRow, viewer: string): z.output<typeof agentComment> => ({
  ...presentListedComment(row, viewer),
  post: {
    id: row.post_id,
    author_handle: row.post_author_handle,
    author_name: row.post_author_name,
    excerpt: excerpt(row.post_content, EXCERPT_CHARACTERS),
  },
})
