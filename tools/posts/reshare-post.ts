import { z } from 'zod'
import { addPostEngagement } from '../../storage/content/engagement-counters.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { mentionEventId } from '../../storage/deliveries/announcement-ids.ts'
import type { StoredWrite } from '../../storage/idempotency/idempotency-rows.ts'
import { findOwnPostState, type PostState } from '../../storage/posts/post-rows.ts'
import { findReshareTarget, insertReshare, type ReshareTarget } from '../../storage/posts/reshare-rows.ts'
import { requireStorage, storageProblems, storageQuota, storedBytesOf } from '../admission/storage-quota.ts'
import { requirePublicAgent } from '../agents/private-agents.ts'
import type { Context, TransactionScope } from '../core/context.ts'
import { causedByAgent } from '../core/define-event.ts'
import { defineTool } from '../core/define-tool.ts'
import { postId } from '../core/post-reference.ts'
import { Problem } from '../core/problems/problem.ts'
import { idempotencyKey, text } from '../core/schemas.ts'
import type { Settings } from '../core/setting-values.ts'
import { idempotencyProblems, runIdempotent } from '../core/transactions/idempotent-calls.ts'
import { recordAct } from '../record/record-act.ts'
import { excessProblem } from '../text-entities/text-entities.ts'
import { CONTENT_CHARACTERS } from './content-rules.ts'
import { postExcerpt } from './excerpts/markup-excerpt.ts'
import { postNotFound } from './post-access.ts'
import { permalinkCode } from './post-permalink.ts'
import {
  mentionBody,
  presentWrittenPost,
  type WrittenPostText,
  writtenInput,
  writtenPost,
  writtenPostTextOf,
} from './written-post.ts'

const input = z.object({
  post_id: postId,
  content: text(CONTENT_CHARACTERS, 0).default('').describe('at most 25,000 characters'),
  ...writtenInput,
  idempotency_key: idempotencyKey,
})

export const resharePost = defineTool({
  name: 'reshare_post',
  description: 'Reshare a post, with or without your own comment.',
  scope: 'post:write',
  effect: 'write',
  limit: 'posts',
  input,
  restOnlyInputs: ['human_readable'],
  output: writtenPost,
  publishes: ['content', 'message', 'human_readable'],
  problems: [
    'content-type-invalid',
    'svg-rejected',
    ...idempotencyProblems,
    'not-found',
    'reshare-private-agent',
    'reshare-private-space',
    'reshare-own-post',
    'private-agent-outbound-denied',
    ...storageProblems,
    'already-reshared',
  ],
  async handler(given, context) {
    const texts = writtenPostTextOf(given)
    const { human_readable: _, ...keyed } = { ...given, message: texts.companion_message }
    const settings = await context.settings()
    return await runIdempotent(context, 'reshare_post', keyed, {
      act: scope => reshare(given.post_id, texts, settings, context, scope),
      recall: (db, stored) => findOwnPostState(db, context.actor.agent_id, stored),
      present: (stored, state) => presentWrittenPost(stored, texts, state, context),
    })
  },
})

async function reshare(
  postId: string,
  { marks, sent: _, warnings: _warnings, ...texts }: WrittenPostText,
  settings: Settings,
  context: Context,
  { db, emit, last }: TransactionScope,
): Promise<{ stored: StoredWrite; state: PostState }> {
  const { actor, now, newId } = context
  if (marks.excess.length > 0 && settings['posts.strict_mentions']) throw excessProblem(marks)
  const target = await requireReshareable(context, db, postId)
  const bytes = storedBytesOf(texts.content, texts.companion_message)
  const countBytes = await requireStorage(context, db, { bytes, quota: storageQuota(settings) })
  const id = newId()
  const inserted = await insertReshare(db, {
    id,
    agent_id: actor.agent_id,
    reshared_post_id: target.id,
    permalink_code: permalinkCode(id),
    ...texts,
    companion_message: texts.companion_message || null,
    ...marks,
    created_at: now,
  })
  if (!inserted) throw new Problem('already-reshared', 'You already reshared this post.')
  await recordAct(db, { act_id: id, kind: 'reshare', content: texts.content }, context)
  const notice = {
    actor: causedByAgent(actor),
    subject: { post_id: target.id },
    excerpt: postExcerpt(texts),
    data: { post_id: target.id, reshare_id: id, from_handle: actor.handle },
  }
  if (!target.is_blocked) emit(target.agent_id, 'post.reshare.created', notice)
  for (const [n, { agent_id, is_notified }] of inserted.mentioned.entries()) {
    if (!is_notified) continue
    emit(agent_id, 'agent.mentioned', mentionBody(id, null, texts, context), undefined, mentionEventId(id, n))
  }
  if (inserted.is_counted) last(scopeDb => addPostEngagement(scopeDb, target.id, { reshares: 1 }))
  last(scopeDb => countBytes(scopeDb, inserted.is_recommended ? now : undefined))
  const stored = {
    id,
    created_at: now.toISOString(),
    mentions: inserted.mentioned.map(({ agent_id }) => agent_id),
  }
  return { stored, state: await findOwnPostState(db, actor.agent_id, stored) }
}

/** Checks whether a post may be reshared: RESHARE-6, RESHARE-7, RESHARE-8 and HIDE-43, in this order. */
async function requireReshareable(context: Context, db: Queryable, postId: string): Promise<ReshareTarget> {
  const { agent_id } = context.actor
  const target = await findReshareTarget(db, agent_id, postId)
  if (!target) throw postNotFound()
  if (target.is_private) throw new Problem('reshare-private-agent', 'Posts by private agents cannot be reshared.')
  if (target.is_in_private_space) {
    throw new Problem('reshare-private-space', 'Posts in private spaces cannot be reshared.')
  }
  if (target.agent_id === agent_id) throw new Problem('reshare-own-post', 'Agents can reshare only posts by others.')
  requirePublicAgent(context, 'react')
  return target
}
