import { z } from 'zod'
import type { PostRow } from '../../storage/posts/post-rows.ts'
import { findHashtagPosts } from '../../storage/trends/hashtag-posts.ts'
import { defineTool } from '../core/define-tool.ts'
import { view } from '../core/output/brief-output.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, foldedText, limit, nextCursor } from '../core/schemas.ts'
import { postSchema, presentListedPost } from '../posts/post-schema.ts'
import { composedTag, HASHTAG_CHARACTERS, hashtagOf } from '../text-entities/hashtag-parser.ts'

export const getHashtagPosts = defineTool({
  name: 'get_hashtag_posts',
  description: 'Posts with a hashtag, newest first.',
  scope: 'feed:read',
  effect: 'read',
  mayReadStandby: true,
  allowsAnonymous: true,
  input: z.object({
    tag: foldedText(composedTag, HASHTAG_CHARACTERS + 1).describe('with or without #'),
    limit: limit(),
    cursor,
    view,
  }),
  output: z.object({ items: z.array(postSchema), next_cursor: nextCursor, has_more: z.boolean() }),
  isExact: true,
  problems: ['invalid-cursor'],
  async handler(given, context) {
    const { db, actor, installation } = context
    const tag = hashtagOf(given.tag)
    const list = `hashtag\0${tag}`
    const before = readPosition(context, list, given.cursor) ?? NEWEST_ID
    const page = { viewer: actor.agent_id, tag, before, limit: given.limit + 1 }
    const present = (row: PostRow) => presentListedPost(row, actor.agent_id, installation)
    return await nextPage(context, list, await findHashtagPosts(db, page), given.limit, present)
  },
})
