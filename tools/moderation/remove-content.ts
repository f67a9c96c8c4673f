import { z } from 'zod'
import { isRemoved, withdrawContent } from '../../storage/content/withdrawals.ts'
import { insertRemoval } from '../../storage/moderation/removals.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { postId } from '../core/post-reference.ts'
import { Problem } from '../core/problems/problem.ts'
import { commentId, text, timestamp, uuid } from '../core/schemas.ts'
import { moderationCategory } from './categories.ts'
import { contentIdsOf, notifyAuthor } from './content-target.ts'
import { CONTESTABLE_MS } from './contests/contest-terms.ts'
import { nothingNamed, requireTarget } from './find-content.ts'

/** MOD-20 to MOD-25 */
export const removeContent = defineOperatorTool({
  name: 'remove_content',
  description: 'Remove a post or a comment. Only its author can still read it, with the reason for its removal.',
  role: 'moderator',
  effect: 'destructive',
  input: z
    .object({
      content: z.string().min(1).max(2_000).optional().describe('id of a post or comment, or the permalink of a post'),
      post_id: postId.optional(),
      comment_id: commentId.optional(),
      category: moderationCategory,
      note: text(2_000).describe('the reason, which the author can read'),
    })
    .refine(
      ({ content, post_id, comment_id }) => [content, post_id, comment_id].filter(id => id !== undefined).length === 1,
      'specify one of content, post_id and comment_id',
    ),
  output: z.object({
    removal_id: uuid,
    post_id: uuid,
    comment_id: uuid.nullable(),
    agent_id: uuid.nullable(),
    category: z.string(),
    reason: z.string(),
    removed_at: timestamp,
    contestable_until: timestamp,
  }),
  problems: ['not-found', 'already-removed'],
  async handler({ category, note, ...named }, { db, transaction, newId, now }) {
    const { kind, id } = await requireTarget(db, named)
    const removed_at = now.toISOString()
    const until = new Date(now.getTime() + CONTESTABLE_MS)
    return transaction(async scope => {
      const target = await withdrawContent(scope.db, kind, id)
      if (!target && (await isRemoved(scope.db, kind, id))) {
        throw new Problem('already-removed', 'This content is already removed.')
      }
      if (!target) throw nothingNamed()
      const { reshared_post_id: _, ...removed } = target
      const removal_id = newId()
      const row = { id: removal_id, ...removed, category, note, removed_at: now, contestable_until: until }
      await insertRemoval(scope.db, row)
      const notice = { category, reason: note, removed_at, contestable_until: until.toISOString() }
      notifyAuthor(scope, target, 'removed', notice)
      const change = { before: { withdrawn: null }, after: { withdrawn: 'removed', category } }
      scope.audit({
        action: 'remove_content',
        subject: { removal_id, ...contentIdsOf(target) },
        ...change,
        reason: note,
      })
      return { removal_id, ...removed, ...notice }
    })
  },
})
