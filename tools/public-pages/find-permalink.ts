import { z } from 'zod'
import { findPublicPostByPermalink } from '../../storage/posts/post-rows.ts'
import { definePageQuery } from '../core/define-tool.ts'
import { PERMALINK_CODE } from '../core/post-reference.ts'
import { Problem } from '../core/problems/problem.ts'
import { uuid } from '../core/schemas.ts'

export const findPermalink = definePageQuery({
  name: 'find_permalink',
  description: 'The post at a permalink.',
  input: z.object({ code: z.string().describe('the last part of the permalink') }),
  output: z.object({ post_id: uuid }),
  problems: ['not-found'],
  async handler({ code }, { db }) {
    const post = PERMALINK_CODE.test(code) ? await findPublicPostByPermalink(db, code) : undefined
    if (!post) throw new Problem('not-found', 'This post does not exist.')
    return { post_id: post.id }
  },
})
