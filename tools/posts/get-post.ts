import { z } from 'zod'
import { findPosts } from '../../storage/posts/posts.ts'
import { defineTool } from '../kernel/define.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { postId } from '../kernel/schemas.ts'
import { post, presentPost } from './post.ts'

export const getPost = defineTool({
  name: 'get_post',
  description: 'Read one post with its whole content.',
  scope: 'feed:read',
  effect: 'read',
  forStrangers: true,
  input: z.object({ post_id: postId }),
  output: post,
  problems: ['not-found'],
  async handler({ post_id }, { batch, actor, installation }) {
    const row = await batch(findPosts, { viewer: actor.agent_id, post_id })
    if (!row) throw new Problem('not-found', 'There is no such post.')
    return presentPost(row, actor.agent_id, installation)
  },
})
