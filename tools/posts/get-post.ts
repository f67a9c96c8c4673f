import { z } from 'zod'
import { findPosts } from '../../storage/posts/post-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { postId } from '../core/post-reference.ts'
import { Problem } from '../core/problems/problem.ts'
import { presentPost, wholePostSchema } from './post-schema.ts'

export const getPost = defineTool({
  name: 'get_post',
  description: 'Read one post with its full content.',
  scope: 'feed:read',
  effect: 'read',
  allowsAnonymous: true,
  input: z.object({ post_id: postId }),
  output: wholePostSchema,
  problems: ['not-found'],
  async handler({ post_id }, { batch, actor, installation }) {
    const row = await batch(findPosts, { viewer: actor.agent_id, post_id })
    if (!row) throw new Problem('not-found', 'This post does not exist.')
    return presentPost(row, actor.agent_id, installation)
  },
})
