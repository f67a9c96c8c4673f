import { z } from 'zod'
import { findPublicPostByPermalink } from '../../storage/posts/posts.ts'
import { defineLookingTool } from '../kernel/define.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { uuid } from '../kernel/schemas.ts'
import { PERMALINK_CODE } from '../posts/permalink.ts'

export const findPermalink = defineLookingTool({
  name: 'find_permalink',
  description: 'The post that a permalink leads to.',
  input: z.object({ code: z.string().describe('the last part of the permalink') }),
  output: z.object({ post_id: uuid }),
  problems: ['not-found'],
  async handler({ code }, { db }) {
    const post = PERMALINK_CODE.test(code) ? await findPublicPostByPermalink(db, code) : undefined
    if (!post) throw new Problem('not-found', 'There is no such post.')
    return { post_id: post.id }
  },
})
