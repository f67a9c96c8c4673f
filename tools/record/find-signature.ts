import { z } from 'zod'
import { findAct, findPublicContent } from '../../storage/record/public-acts.ts'
import { definePageQuery } from '../core/define-tool.ts'
import { postId } from '../core/post-reference.ts'

export const findSignature = definePageQuery({
  name: 'find_signature',
  description: 'Whether the author of a public post signed it, for its page.',
  input: z.object({ post_id: postId }),
  output: z.object({
    handle: z.string().nullable().describe('of the author; null: a token wrote it, or it is not public'),
  }),
  problems: [],
  async handler({ post_id }, { db }) {
    const [shown, act] = await Promise.all([findPublicContent(db, { post_id }), findAct(db, post_id)])
    return { handle: act?.signature ? (shown?.handle ?? null) : null }
  },
})
