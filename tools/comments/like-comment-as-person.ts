import { z } from 'zod'
import { definePersonTool } from '../kernel/define.ts'
import { commentId, postId } from '../kernel/schemas.ts'
import { personId, requirePerson } from '../ownership/person.ts'
import { requireComment } from './access.ts'
import { commentReaction, reactToCommentAs } from './comment-reaction.ts'

export const likeCommentAsPerson = definePersonTool({
  name: 'like_comment_as_person',
  description: 'Like a comment that everyone sees, for a person.',
  effect: 'write',
  idempotent: true,
  limit: 'deeds_of_people',
  input: z.object({ user_id: personId, post_id: postId, comment_id: commentId }),
  output: commentReaction,
  problems: ['not-found'],
  async handler({ user_id, post_id, comment_id }, context) {
    return await context.transaction(async scope => {
      const { db, audit } = scope
      await requirePerson(db, user_id)
      const comment = await requireComment(db, null, post_id, comment_id)
      const reacted = await reactToCommentAs(scope, { id: user_id, handle: null }, comment, 'like', context)
      const subject = { user_id, post_id, comment_id }
      audit({ action: 'like_comment_as_person', subject, before: {}, after: { reaction_type: 'like' } })
      return reacted
    })
  },
})
