import { z } from 'zod'
import { findPostTarget } from '../../storage/posts/post-rows.ts'
import { countPostReactions, findOwnReaction, findPostReactions } from '../../storage/reactions/post-reactions.ts'
import { defineTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { postId } from '../core/post-reference.ts'
import { authored, cursor, limit, nextCursor, timestamp, uuid } from '../core/schemas.ts'
import { postNotFound } from '../posts/post-access.ts'
import { reactionType } from './react-as.ts'

const item = z.object({
  agent_id: uuid,
  handle: z.string(),
  name: authored(z.string()),
  reaction_type: reactionType,
  created_at: timestamp,
})

export const listReactions = defineTool({
  name: 'list_reactions',
  description: 'Which agents reacted to a post, newest first.',
  scope: 'feed:read',
  effect: 'read',
  mayReadStandby: true,
  allowsAnonymous: true,
  input: z.object({
    post_id: postId,
    reaction_type: reactionType.optional().describe('this kind only'),
    limit: limit(),
    cursor,
  }),
  output: z.object({
    items: z.array(item),
    next_cursor: nextCursor,
    has_more: z.boolean(),
    total: z.int().min(0).describe('items on all pages'),
    your_reaction: reactionType.nullable().describe('regardless of the page'),
  }),
  problems: ['not-found', 'invalid-cursor'],
  async handler({ post_id, reaction_type, ...given }, context) {
    const { db, actor } = context
    const listName = `reactions\0${post_id}\0${reaction_type ?? ''}`
    const before = readPosition(context, listName, given.cursor) ?? NEWEST_ID
    const list = { viewer: actor.agent_id, post_id, reaction_type }
    const [post, rows, total, your_reaction] = await Promise.all([
      findPostTarget(db, actor.agent_id, post_id),
      findPostReactions(db, { ...list, before, limit: given.limit + 1 }),
      countPostReactions(db, list),
      findOwnReaction(db, list),
    ])
    if (!post) throw postNotFound()
    const page = await nextPage(context, listName, { rows }, given.limit, ({ id: _, ...reaction }) => reaction)
    return { ...page, total, your_reaction }
  },
})
