import { z } from 'zod'
import { lockCommentOfPerson } from '../../../storage/comments/person-interactions.ts'
import { deleteCommentsOfPerson } from '../../../storage/content/withdrawals.ts'
import { definePersonTool } from '../../core/define-tool.ts'
import { postId } from '../../core/post-reference.ts'
import { commentId, uuid } from '../../core/schemas.ts'
import { personId, requirePerson } from '../../persons/person-schema.ts'
import { commentNotFound } from '../comment-access.ts'

export const deleteCommentAsPerson = definePersonTool({
  name: 'delete_comment_as_person',
  description: "Permanently delete a person's comment. Replies stay.",
  effect: 'destructive',
  recent_sign_in: true,
  idempotent: true,
  limit: 'person_interactions',
  input: z.object({ user_id: personId, post_id: postId, comment_id: commentId }),
  output: z.object({ deleted: z.literal(true), comment_id: uuid }),
  problems: ['not-found'],
  async handler({ user_id, post_id, comment_id }, context) {
    await context.transaction(async ({ db, audit }) => {
      await requirePerson(db, user_id)
      const comment = await lockCommentOfPerson(db, user_id, { post_id, comment_id })
      if (!comment) throw commentNotFound()
      if (comment.withdrawn === 'deleted') return
      await deleteCommentsOfPerson(db, user_id, comment_id)
      audit({ action: 'delete_comment_as_person', subject: { user_id, post_id, comment_id }, before: {}, after: {} })
    })
    return { deleted: true as const, comment_id }
  },
})
