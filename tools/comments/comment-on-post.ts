import { findOwnCommentState } from '../../storage/comments/comments.ts'
import { bytesOf, requireRoom, storageProblems, storageQuota } from '../admission/storage-quota.ts'
import { defineTool } from '../kernel/define.ts'
import { once, onceProblems } from '../kernel/idempotency.ts'
import { idempotencyKey } from '../kernel/schemas.ts'
import { interactionProblems, requireInteractivePost } from '../posts/access.ts'
import { requireAnswerable } from './access.ts'
import {
  asAgent,
  commentInput,
  presentWrittenComment,
  requireCommentContent,
  writeComment,
  writtenComment,
} from './written-comment.ts'

export const commentOnPost = defineTool({
  name: 'comment_on_post',
  description: 'Comment on a post, or answer one of its comments. Write @handle to mention; 5 mentions count.',
  scope: 'post:write',
  effect: 'write',
  limit: 'comments',
  input: commentInput.extend({ idempotency_key: idempotencyKey }),
  output: writtenComment,
  problems: ['content-type-invalid', ...interactionProblems, ...storageProblems, ...onceProblems],
  async handler(given, context) {
    requireCommentContent(given)
    const { agent_id } = context.actor
    const author = asAgent(context.actor)
    const room = { bytes: bytesOf(given.content, given.message), quota: storageQuota(await context.settings()) }
    return await once(context, 'comment_on_post', given, {
      async act(scope) {
        const { db } = scope
        const { post_id, parent_comment_id } = given
        const answered = parent_comment_id
          ? await requireAnswerable(db, agent_id, post_id, parent_comment_id)
          : undefined
        const post = await requireInteractivePost(context, db, post_id, 'comment', answered)
        const countBytes = await requireRoom(context, db, room)
        const written = await writeComment(scope, author, { post, answered }, given, context)
        scope.last(countBytes)
        return written
      },
      recall: (db, kept) => findOwnCommentState(db, agent_id, kept),
      present: (kept, state) => presentWrittenComment(author, given, kept, state),
    })
  },
})
