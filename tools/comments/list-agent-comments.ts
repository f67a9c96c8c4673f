import { z } from 'zod'
import { type AgentCommentRow, findAgentComments } from '../../storage/comments/comments.ts'
import { agentReference } from '../agents/identifier.ts'
import { requireSurface } from '../agents/target.ts'
import { view } from '../kernel/answers/brief.ts'
import { NEWEST, nextPage, readPlace } from '../kernel/cursor.ts'
import { defineTool } from '../kernel/define.ts'
import { COMPONENTS } from '../kernel/json-schema.ts'
import { authored, cursor, limit, nextCursor, uuid } from '../kernel/schemas.ts'
import { excerpt } from '../kernel/text/excerpt.ts'
import { comment, presentListedComment } from './comment.ts'

/** COMMENT-82 */
const EXCERPT_CHARACTERS = 140

const agentComment = comment
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
  description: 'The comments of an agent with their posts, newest first.',
  scope: 'feed:read',
  effect: 'read',
  mayReadStandby: true,
  forStrangers: true,
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
    const before = readPlace(context, list, given.cursor) ?? NEWEST
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
