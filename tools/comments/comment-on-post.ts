import { findOwnCommentState } from '../../storage/comments/comments.ts'
import { insertComments } from '../../storage/comments/new-comments.ts'
import { writeOnce, writeOnceProblems } from '../admission/write-once.ts'
import { defineTool } from '../kernel/define.ts'
import { idempotencyKey } from '../kernel/schemas.ts'
import { interactionProblems, requireInteractivePost } from '../posts/access.ts'
import { requireComment } from './access.ts'
import {
  asAgent,
  begunComment,
  commentInput,
  commentRefusal,
  newComment,
  presentWrittenComment,
  requireCommentContent,
  writtenComment,
} from './written-comment.ts'

export const commentOnPost = defineTool({
  name: 'comment_on_post',
  description: 'Comment on a post, or answer a comment; 5 @mentions count.',
  scope: 'post:write',
  effect: 'write',
  limit: 'comments',
  input: commentInput.extend({ idempotency_key: idempotencyKey }),
  output: writtenComment,
  problems: ['content-type-invalid', ...interactionProblems, ...writeOnceProblems],
  async handler(given, context) {
    requireCommentContent(given)
    const { db, actor } = context
    const { agent_id } = actor
    const author = asAgent(actor)
    const { idempotency_key: key, ...input } = given
    return await writeOnce(
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
          return newComment(author, { post, answered }, given, by, context)
        },
        begin: begunComment,
        recall: (_, kept) => findOwnCommentState(db, agent_id, kept),
        present: (kept, state) => presentWrittenComment(author, given, kept, state),
        refusal: commentRefusal,
      },
    )
  },
})
