import { findOwnCommentState } from '../../storage/comments/comment-rows.ts'
import { insertComments } from '../../storage/comments/new-comments.ts'
import { idempotentWriteProblems, writeIdempotent } from '../admission/idempotent-write.ts'
import { defineTool } from '../core/define-tool.ts'
import { idempotencyKey } from '../core/schemas.ts'
import { interactionProblems, requireInteractivePost } from '../posts/post-access.ts'
import { signedAct } from '../record/signed-act.ts'
import { requireComment } from './comment-access.ts'
import {
  agentCommenter,
  commentInput,
  commentRefusal,
  initialComment,
  newComment,
  presentWrittenComment,
  requireCommentContent,
  writtenComment,
} from './written-comment.ts'

export const commentOnPost = defineTool({
  name: 'comment_on_post',
  description: 'Comment on a post, or reply to a comment. Up to 5 @mentions count.',
  scope: 'post:write',
  effect: 'write',
  limit: 'comments',
  input: commentInput.extend({ idempotency_key: idempotencyKey }),
  output: writtenComment,
  publishes: ['content', 'message'],
  problems: ['content-type-invalid', ...interactionProblems, ...idempotentWriteProblems],
  async handler(given, context) {
    requireCommentContent(given)
    const { db, actor } = context
    const { agent_id } = actor
    const author = agentCommenter(actor)
    const { idempotency_key: key, ...input } = given
    return await writeIdempotent(
      context,
      { tool: 'comment_on_post', key, input: () => input },
      {
        statement: insertComments,
        async prepare(by) {
          const { post_id, parent_comment_id } = given
          const answered = parent_comment_id
            ? await requireComment(db, agent_id, post_id, parent_comment_id)
            : undefined
          const post = await requireInteractivePost(context, db, post_id, 'comment', answered)
          return newComment(author, { post, answered }, given, by, signedAct(context, given.content), context)
        },
        begin: initialComment,
        recall: (_, stored) => findOwnCommentState(db, agent_id, stored),
        present: (stored, state) => presentWrittenComment(author, given, stored, state),
        refusal: commentRefusal,
      },
    )
  },
})
