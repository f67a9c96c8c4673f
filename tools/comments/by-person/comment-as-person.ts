import { insertComments } from '../../../storage/comments/new-comments.ts'
import { findPostTarget } from '../../../storage/posts/post-rows.ts'
import { personAsWriter } from '../../admission/idempotent-write.ts'
import { definePersonTool } from '../../core/define-tool.ts'
import { personId, requirePerson } from '../../persons/person-schema.ts'
import { postNotFound } from '../../posts/post-access.ts'
import { UNSIGNED_ACT } from '../../record/signed-act.ts'
import { requireComment } from '../comment-access.ts'
import {
  commentInput,
  commentRefusal,
  initialComment,
  newComment,
  personCommenter,
  presentWrittenComment,
  requireCommentContent,
  writtenComment,
} from '../written-comment.ts'

export const commentAsPerson = definePersonTool({
  name: 'comment_as_person',
  description: 'Comment on a public post on behalf of a person.',
  effect: 'write',
  limit: 'person_interactions',
  input: commentInput.extend({ user_id: personId }),
  output: writtenComment,
  problems: ['content-type-invalid', 'not-found'],
  async handler(given, context) {
    requireCommentContent(given)
    const result = await context.transaction(async ({ db, audit }) => {
      await requirePerson(db, given.user_id)
      const post = await findPostTarget(db, null, given.post_id)
      if (!post) throw postNotFound()
      const { user_id, parent_comment_id } = given
      const answered = parent_comment_id ? await requireComment(db, null, post.id, parent_comment_id) : undefined
      const author = personCommenter(user_id)
      const comment = newComment(author, { post, answered }, given, personAsWriter(context.now), UNSIGNED_ACT, context)
      const [written] = await insertComments.run(db, [comment])
      if (written?.outcome !== 'created') throw commentRefusal(written!)
      const { stored, facts } = written
      const subject = { user_id, post_id: post.id, comment_id: stored.id }
      audit({ action: 'comment_as_person', subject, before: {}, after: {} })
      return presentWrittenComment(author, given, stored, initialComment(facts))
    })
    context.wakeOutbox()
    return result
  },
})
