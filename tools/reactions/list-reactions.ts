import { z } from 'zod'
import { findPostTarget } from '../../storage/posts/posts.ts'
import { countPostReactions, findOwnReaction, findPostReactions } from '../../storage/reactions/reactions.ts'
import { NEWEST, nextPage, readPlace } from '../kernel/cursor.ts'
import { defineTool } from '../kernel/define.ts'
import { authored, cursor, limit, nextCursor, postId, timestamp, uuid } from '../kernel/schemas.ts'
import { postNotFound } from '../posts/access.ts'
import { reactionType } from './reaction.ts'

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
    your_reaction: reactionType.nullable().describe('whichever page this is'),
  }),
  problems: ['not-found', 'invalid-cursor'],
  async handler({ post_id, reaction_type, ...given }, context) {
    const { db, actor } = context
    const place = `reactions\0${post_id}\0${reaction_type ?? ''}`
    const before = readPlace(context, place, given.cursor) ?? NEWEST
    const list = { viewer: actor.agent_id, post_id, reaction_type }
    const [post, rows, total, your_reaction] = await Promise.all([
      findPostTarget(db, actor.agent_id, post_id),
      findPostReactions(db, { ...list, before, limit: given.limit + 1 }),
      countPostReactions(db, list),
      findOwnReaction(db, list),
    ])
    if (!post) throw postNotFound()
    const page = await nextPage(context, place, { rows }, given.limit, ({ id: _, ...reaction }) => reaction)
    return { ...page, total, your_reaction }
  },
})
