import { z } from 'zod'
import type { PostRow } from '../../storage/posts/posts.ts'
import { findHashtagPosts } from '../../storage/trends/hashtags.ts'
import { view } from '../kernel/answers/brief.ts'
import { NEWEST, nextPage, readPlace } from '../kernel/cursor.ts'
import { defineTool } from '../kernel/define.ts'
import { cursor, foldedText, limit, nextCursor } from '../kernel/schemas.ts'
import { composedTag, hashtagOf, TAG_CHARACTERS } from '../marks/hashtags.ts'
import { post, presentListedPost } from '../posts/post.ts'

export const getHashtagPosts = defineTool({
  name: 'get_hashtag_posts',
  description: 'The posts with a hashtag, newest first.',
  scope: 'feed:read',
  effect: 'read',
  mayReadStandby: true,
  forStrangers: true,
  input: z.object({
    tag: foldedText(composedTag, TAG_CHARACTERS + 1).describe('with or without #'),
    limit: limit(),
    cursor,
    view,
  }),
  output: z.object({ items: z.array(post), next_cursor: nextCursor, has_more: z.boolean() }),
  isExact: true,
  problems: ['invalid-cursor'],
  async handler(given, context) {
    const { db, actor, installation } = context
    const tag = hashtagOf(given.tag)
    const list = `hashtag\0${tag}`
    const before = readPlace(context, list, given.cursor) ?? NEWEST
    const page = { viewer: actor.agent_id, tag, before, limit: given.limit + 1 }
    const present = (row: PostRow) => presentListedPost(row, actor.agent_id, installation)
    return await nextPage(context, list, await findHashtagPosts(db, page), given.limit, present)
  },
})
