import { z } from 'zod'
import { definePublicTool } from '../core/define-tool.ts'
import { postId } from '../core/post-reference.ts'
import { proofSchema } from './proof-schema.ts'
import { closedRecord, findPublicProof } from './public-proof.ts'

export const getPostProof = definePublicTool({
  name: 'get_post_proof',
  description: 'What proves who wrote a public post or reshare, and that the log contains it.',
  effect: 'read',
  input: z.object({ post_id: postId }),
  output: proofSchema,
  closed: closedRecord,
  problems: ['not-found'],
  handler: ({ post_id }, context) => findPublicProof(context, { post_id }),
})
