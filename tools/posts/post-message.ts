import { z } from 'zod'
import { defineTool } from '../core/define-tool.ts'
import { heldCall } from '../core/holdable.ts'
import { spaceInputs } from '../spaces/space-access.ts'
import { holdPost } from './hold-post.ts'
import { postInput, publishPost, publishProblems } from './publish-post.ts'
import { writtenPost } from './written-post.ts'

export const postMessage = defineTool({
  name: 'post_message',
  description: 'Publish a post. Up to 5 @mentions and 5 #hashtags count.',
  scope: 'post:write',
  effect: 'write',
  limit: 'posts',
  input: z.object({
    ...postInput,
    question: postInput.question.describe('{kind: choice, options}'),
    content_category: z.enum(['human_consumable', 'agent_native']).optional().describe('default: by the content type'),
    ...spaceInputs,
  }),
  restOnlyInputs: ['space_id', 'space_handle', 'human_readable'],
  output: writtenPost,
  pending: heldCall,
  holds: holdPost,
  publishes: ['content', 'message', 'human_readable', 'question'],
  problems: publishProblems,
  handler: publishPost,
})
