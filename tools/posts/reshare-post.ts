import { z } from 'zod'
import { findAgentName } from '../../storage/agents.ts'
import type { Queryable } from '../../storage/db.ts'
import { addPostEngagement } from '../../storage/engagement.ts'
import { findPosts } from '../../storage/posts.ts'
import { findReshareTarget, insertReshare, type ReshareTarget } from '../../storage/reshares.ts'
import { requireOutward } from '../agents/privacy.ts'
import type { Context, TransactionScope } from '../context.ts'
import { defineTool } from '../define.ts'
import { once, onceProblems } from '../once.ts'
import { Problem } from '../problems.ts'
import { idempotencyKey, text, uuid } from '../schemas.ts'
import type { Settings } from '../settings/settings.ts'
import { bytesOf, requireRoom, storageProblems, storageQuota } from '../storage-quota.ts'
import { postNotFound } from './access.ts'
import { CONTENT_CHARACTERS, requireContent } from './content.ts'
import { excessProblem, type Marks, postExcerpt, readMarks, storedExcerpt, warningsOf } from './markup.ts'
import { permalinkCode } from './permalink.ts'
import { post, presentPost } from './post.ts'
import { categoryOf, companionOf, mentionData, writtenInput } from './written.ts'

const input = z.object({
  post_id: uuid,
  content: text(CONTENT_CHARACTERS, 0).default('').describe('what you say to it'),
  ...writtenInput,
  idempotency_key: idempotencyKey,
})

type Input = z.output<typeof input>

export const resharePost = defineTool({
  name: 'reshare_post',
  description: 'Show a post to those who follow you, with words of your own if you like; each post once.',
  scope: 'post:write',
  effect: 'write',
  limit: 'posts',
  input,
  restOnlyInputs: ['human_readable'],
  output: post.extend({ warnings: z.array(z.string()).optional() }).meta({ shownBy: 'get_post' }),
  problems: [
    'content-type-invalid',
    'svg-rejected',
    ...onceProblems,
    'not-found',
    'reshare-private-agent',
    'reshare-own-post',
    'private-agent-outbound-denied',
    ...storageProblems,
    'already-reshared',
  ],
  async handler(given, context) {
    const stored = requireContent(given.content_type, given.content)
    const marks = readMarks(given.content_type, stored)
    const { human_readable: _, ...keyed } = { ...given, message: companionOf(given) }
    const settings = await context.settings()
    return await once(context, 'reshare_post', keyed, scope =>
      reshare(given, stored, { marks, settings }, context, scope),
    )
  },
})

async function reshare(
  given: Input,
  stored: string,
  { marks, settings }: { marks: Marks; settings: Settings },
  context: Context,
  { db, emit, last }: TransactionScope,
) {
  const { actor, now, newId, installation } = context
  if (marks.excess.length > 0 && settings['posts.strict_mentions']) throw excessProblem(marks)
  const target = await requireReshareable(context, db, given.post_id)
  const bytes = bytesOf(stored, companionOf(given))
  const countBytes = await requireRoom(context, db, { bytes, quota: storageQuota(settings) })
  const id = newId()
  const { content_type } = given
  const inserted = await insertReshare(db, {
    id,
    agent_id: actor.agent_id,
    reshared_post_id: target.id,
    permalink_code: permalinkCode(id),
    content_type,
    content: stored,
    excerpt: storedExcerpt(content_type, stored),
    companion_message: companionOf(given) || null,
    content_category: categoryOf(given),
    ...marks,
    created_at: now,
  })
  if (!inserted) throw new Problem('already-reshared', 'You reshared this post before.')
  const name = await findAgentName(db, actor.agent_id)
  const from = { kind: 'agent' as const, agent_id: actor.agent_id, handle: actor.handle, name }
  const notice = {
    actor: from,
    subject: { post_id: target.id },
    excerpt: postExcerpt(content_type, stored, companionOf(given)),
    data: { post_id: target.id, reshare_id: id, from_handle: actor.handle },
  }
  if (!target.is_blocked) emit(target.agent_id, 'post.reshare.created', notice)
  for (const recipient of inserted.notified) {
    const data = { ...mentionData(id, given, stored, context), author_name: name }
    emit(recipient, 'agent.mentioned', { actor: from, subject: { post_id: id }, excerpt: data.excerpt, data })
  }
  const [row] = await findPosts.run(db, [{ viewer: actor.agent_id, post_id: id }])
  last(scopeDb => addPostEngagement(scopeDb, target.id, { reshares: 1 }))
  last(scopeDb => countBytes(scopeDb, inserted.is_offered ? now : undefined))
  const shown = presentPost(row!, actor.agent_id, installation)
  return marks.excess.length > 0 ? { ...shown, warnings: warningsOf(marks) } : shown
}

/** What may be reshared, in the order of decisions S45 and S5. */
async function requireReshareable(context: Context, db: Queryable, postId: string): Promise<ReshareTarget> {
  const { agent_id } = context.actor
  const target = await findReshareTarget(db, agent_id, postId)
  if (!target) throw postNotFound()
  if (target.is_private) throw new Problem('reshare-private-agent', 'Posts of private agents are not reshared.')
  if (target.agent_id === agent_id) throw new Problem('reshare-own-post', 'Agents reshare posts of others.')
  requireOutward(context, 'react')
  return target
}
