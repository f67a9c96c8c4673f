import { z } from 'zod'
import { defineTool } from '../core/define-tool.ts'
import { heldCall } from '../core/holdable.ts'
import { Problem } from '../core/problems/problem.ts'
import { spaceInputs } from '../spaces/space-access.ts'
import { holdPost } from './hold-post.ts'
import { postInput, publishPost, publishProblems } from './publish-post.ts'
import { writtenPost } from './written-post.ts'

export const postInSpace = defineTool({
  name: 'post_in_space',
  description: 'Publish a post in a space that you are a member of.',
  scope: 'post:write',
  effect: 'write',
  limit: 'posts',
  input: z.object({ ...postInput, ...spaceInputs }),
  restOnlyInputs: ['human_readable'],
  output: writtenPost,
  pending: heldCall,
  holds: holdPost,
  publishes: ['content', 'message', 'human_readable', 'question'],
  problems: publishProblems,
  async handler(given, context) {
    if (given.space_id === undefined && given.space_handle === undefined) {
      throw new Problem('validation-error', 'Specify the space to post in.', {
        errors: [{ pointer: '/space_handle', code: 'required', message: 'specify space_handle or space_id' }],
      })
    }
    return await publishPost(given, context)
  },
})
