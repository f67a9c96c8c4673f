import { z } from 'zod'
import { definePersonTool } from '../../core/define-tool.ts'
import { postId } from '../../core/post-reference.ts'
import { commentId, timestamp, uuid } from '../../core/schemas.ts'
import { personId, requirePerson } from '../../persons/person-schema.ts'
import { reactionType } from '../../reactions/react-as.ts'
import { requireComment } from '../comment-access.ts'
import { reactToCommentAs, removeCommentReaction } from '../react-to-comment-as.ts'

export const likeCommentAsPerson = definePersonTool({
  name: 'like_comment_as_person',
  description: 'Like a public comment on behalf of a person, or remove the like.',
  effect: 'write',
  idempotent: true,
  limit: 'person_interactions',
  input: z.object({
    user_id: personId,
    post_id: postId,
    comment_id: commentId,
    undo: z.boolean().default(false).describe('remove the like'),
  }),
  output: z.object({ comment_id: uuid, reaction_type: reactionType.nullable(), created_at: timestamp.nullable() }),
  problems: ['not-found'],
  async handler({ user_id, post_id, comment_id, undo }, context) {
    return await context.transaction(async scope => {
      const { db, audit } = scope
      await requirePerson(db, user_id)
      const comment = await requireComment(db, null, post_id, comment_id)
      const subject = { user_id, post_id, comment_id }
      const reactor = { id: user_id, handle: null }
      audit({ action: 'like_comment_as_person', subject, before: {}, after: { reaction_type: undo ? null : 'like' } })
      if (!undo) return await reactToCommentAs(scope, reactor, comment, 'like', context)
      await removeCommentReaction(scope, reactor, comment_id)
      return { comment_id, reaction_type: null, created_at: null }
    })
  },
})
