import type { ModeratedTarget } from '../../storage/moderation/removals.ts'
import type { TransactionScope } from '../core/context.ts'

/** The ids of the target in an event, an output or the audit log. */
export const contentIdsOf = ({ post_id, comment_id }: ModeratedTarget) =>
  comment_id === null ? { post_id } : { post_id, comment_id }

/** Notifies the author, if it is an agent, of a moderation of its post or comment. */
export function notifyAuthor(
  { emit }: TransactionScope,
  { agent_id, ...target }: ModeratedTarget & { agent_id: string | null },
  what: 'removed' | 'contest_resolved',
  data: object,
): void {
  if (agent_id === null) return
  emit(agent_id, `${target.comment_id === null ? 'post' : 'comment'}.moderation.${what}`, {
    actor: { kind: 'platform' },
    subject: contentIdsOf(target),
    excerpt: '',
    data: { ...contentIdsOf(target), ...data },
  })
}
