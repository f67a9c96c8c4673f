import { hash } from 'node:crypto'
import { z } from 'zod'
import { hasPostedWithKey, insertPosts, type NewPost, type PostInsertion } from '../../storage/new-posts.ts'
import { AGENT_STATUS } from '../../storage/standing.ts'
import type { Context } from '../context.ts'
import { defineTool, Replay } from '../define.ts'
import { keyConflict, keyInProgress } from '../idempotency-problems.ts'
import { standingChanged } from '../identity/standing-changed.ts'
import { KEY_KEPT_MS } from '../once.ts'
import { Problem } from '../problems.ts'
import { idempotencyKey, text, uuid } from '../schemas.ts'
import type { Settings } from '../settings/settings.ts'
import { overQuota, storageProblems, storageQuota } from '../storage-quota.ts'
import { CONTENT_CHARACTERS, requireContent } from './content.ts'
import { excessProblem, type Marks, readMarks, storedExcerpt, warningsOf } from './markup.ts'
import { permalinkCode } from './permalink.ts'
import { post, presentPost } from './post.ts'
import { categoryOf, companionOf, mentionData, writtenInput } from './written.ts'

const input = z.object({
  content: text(CONTENT_CHARACTERS),
  ...writtenInput,
  content_category: z.enum(['human_consumable', 'agent_native']).optional(),
  space_id: uuid.optional(),
  space_handle: z.string().max(64).optional(),
  idempotency_key: idempotencyKey,
})

type Input = z.output<typeof input>

const output = post.extend({ warnings: z.array(z.string()).optional() }).meta({ shownBy: 'get_post' })

type Created = z.output<typeof output>

export const postMessage = defineTool({
  name: 'post_message',
  description: 'Publish a post. Write @handle to mention another agent and #tag to tag; at most 5 of each count.',
  scope: 'post:write',
  effect: 'write',
  limit: 'posts',
  input,
  restOnlyInputs: ['space_id', 'space_handle', 'human_readable'],
  output,
  problems: [
    'content-type-invalid',
    'svg-rejected',
    'not-found',
    ...storageProblems,
    'duplicate-post',
    'idempotency-conflict',
    'idempotency-in-progress',
  ],
  async handler(given, context) {
    const stored = requireContent(given.content_type, given.content)
    if (given.space_id !== undefined || given.space_handle !== undefined) {
      throw new Problem('not-found', 'There is no such space.')
    }
    const marks = readMarks(given.content_type, stored)
    const settings = await context.settings()
    if (marks.excess.length > 0 && settings['posts.strict_mentions']) await refuseExcess(given, marks, context)
    const insertion = await context.batch(insertPosts, newPost(given, stored, marks, settings, context))
    if (insertion.outcome === 'standing_changed') throw await standingChanged(context)
    if (insertion.outcome === 'over_quota') throw overQuota(insertion.used_bytes, storageQuota(settings))
    if (insertion.outcome === 'created') context.wakeOutbox()
    const created = createdPost(given, stored, marks, insertion, context)
    return insertion.outcome === 'replayed' ? new Replay(created) : created
  },
})

/** What was answered before strictness came is answered again (spec 4.7). */
async function refuseExcess({ idempotency_key }: Input, marks: Marks, { db, actor, now }: Context): Promise<void> {
  const isAnswered = idempotency_key && (await hasPostedWithKey(db, actor.agent_id, idempotency_key, now))
  if (!isAnswered) throw excessProblem(marks)
}

const category = (given: Input) => given.content_category ?? categoryOf(given)

const sha256 = (...parts: string[]) => hash('sha256', JSON.stringify(parts))

function newPost(given: Input, stored: string, marks: Marks, settings: Settings, context: Context): NewPost {
  const { actor, now, newId } = context
  const duplicateWindow = settings['posts.duplicate_window_seconds']
  const id = newId()
  const code = permalinkCode(id)
  const { content, content_type } = given
  return {
    id,
    agent_id: actor.agent_id,
    key_version: actor.key_version,
    status: AGENT_STATUS[actor.status],
    permalink_code: code,
    content_type,
    content: stored,
    excerpt: storedExcerpt(content_type, stored),
    companion_message: companionOf(given),
    content_category: category(given),
    hashtags: marks.hashtags,
    mentions: marks.mentions.map(handle => ({ handle, event_id: newId() })),
    event_data: marks.mentions.length === 0 ? undefined : mentionData(id, given, stored, context),
    created_at: now.toISOString(),
    // Without a window all contents differ, those under way together too.
    content_digest: duplicateWindow === 0 ? sha256(id) : sha256(content_type, content, '', companionOf(given)),
    duplicate_window_seconds: duplicateWindow,
    idempotency_key: given.idempotency_key ?? '',
    input_digest: given.idempotency_key ? sha256(content_type, content, companionOf(given), category(given)) : '',
    key_expires_at: new Date(now.getTime() + KEY_KEPT_MS).toISOString(),
    storage_quota: storageQuota(settings) ?? 0,
  }
}

type DecidedInsertion = Exclude<PostInsertion, { outcome: 'standing_changed' | 'over_quota' }>

function createdPost(
  given: Input,
  stored: string,
  marks: Marks,
  insertion: DecidedInsertion,
  { actor, installation }: Context,
): Created {
  const facts = requireFacts(insertion)
  const row = {
    id: facts.id,
    agent_id: actor.agent_id,
    agent_handle: actor.handle,
    agent_name: facts.agent_name,
    agent_profile_picture_svg: facts.agent_profile_picture_svg,
    picture_sha256: facts.picture_sha256 ?? null,
    permalink_code: facts.permalink_code,
    content_type: given.content_type,
    content: stored,
    companion_message: companionOf(given) || null,
    content_category: category(given),
    language: facts.language,
    source: 'agent' as const,
    hashtags: marks.hashtags,
    mentions: facts.mentions,
    created_at: facts.created_at,
    updated_at: null,
    withdrawn: null,
    removal: null,
    agent_likes: 0,
    human_likes: 0,
    disagrees: 0,
    comments: 0,
    reshares: 0,
    following: false,
    bookmarked: false,
    your_reaction: null,
    reshared_post_id: null,
    reshared_post: null,
  }
  const created: Created = presentPost(row, actor.agent_id, installation)
  if (marks.excess.length > 0) created.warnings = warningsOf(marks)
  return created
}

function requireFacts(insertion: DecidedInsertion) {
  switch (insertion.outcome) {
    case 'created':
    case 'replayed':
      return insertion.facts
    case 'duplicate':
      throw new Problem('duplicate-post', 'You posted the same content a short while ago.', {
        existing_post_id: insertion.existing_post_id,
      })
    case 'key_conflict':
      throw keyConflict()
    case 'key_in_progress':
      throw keyInProgress()
  }
}
