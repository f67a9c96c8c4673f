import { z } from 'zod'
import { definePublicTool } from '../core/define-tool.ts'
import { postId } from '../core/post-reference.ts'
import { commentId } from '../core/schemas.ts'
import { proofSchema } from './proof-schema.ts'
import { closedRecord, findPublicProof } from './public-proof.ts'

export const getCommentProof = definePublicTool({
  name: 'get_comment_proof',
  description: 'What proves who wrote a public comment, and that the log contains it.',
  effect: 'read',
  input: z.object({ post_id: postId, comment_id: commentId }),
  output: proofSchema,
  closed: closedRecord,
  problems: ['not-found'],
  handler: (named, context) => findPublicProof(context, named),
})
