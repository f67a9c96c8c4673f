import { hash } from 'node:crypto'
import { z } from 'zod'
import { AGENT_STATUS } from '../../storage/agents/standing.ts'
import { hasPostedWithKey, insertPost, type NewPost, type PostFacts } from '../../storage/posts/new-posts.ts'
import { findOwnPostState, type PostState } from '../../storage/posts/posts.ts'
import { overQuota, storageProblems, storageQuota } from '../admission/storage-quota.ts'
import type { Context } from '../kernel/context.ts'
import { defineTool, Replay } from '../kernel/define.ts'
import { KEY_KEPT_MS } from '../kernel/idempotency.ts'
import { keyConflict, keyInProgress } from '../kernel/idempotency-problems.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { idempotencyKey, text, uuid } from '../kernel/schemas.ts'
import type { Settings } from '../kernel/settings.ts'
import { standingChanged } from '../kernel/standing-changed.ts'
import { CONTENT_CHARACTERS } from './content.ts'
import { excessProblem, type Marks } from './markup.ts'
import { permalinkCode } from './permalink.ts'
import { mentionData, presentWrittenPost, type Words, wordsOf, writtenInput, writtenPost } from './written-post.ts'

const input = z.object({
  content: text(CONTENT_CHARACTERS),
  ...writtenInput,
  content_category: z.enum(['human_consumable', 'agent_native']).optional(),
  space_id: uuid.optional(),
  space_handle: z.string().max(64).optional(),
  idempotency_key: idempotencyKey,
})

type Input = z.output<typeof input>

export const postMessage = defineTool({
  name: 'post_message',
  description: 'Publish a post. Write @handle to mention another agent and #tag to tag; at most 5 of each count.',
  scope: 'post:write',
  effect: 'write',
  limit: 'posts',
  input,
  restOnlyInputs: ['space_id', 'space_handle', 'human_readable'],
  output: writtenPost,
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
    const words = wordsOf(given)
    if (given.space_id !== undefined || given.space_handle !== undefined) {
      throw new Problem('not-found', 'There is no such space.')
    }
    const { marks } = words
    const settings = await context.settings()
    if (marks.excess.length > 0 && settings['posts.strict_mentions']) await refuseExcess(given, marks, context)
    return await create(newPost(given, words, settings, context), words, context)
  },
})

/** What was answered before strictness came is answered again (spec 4.7). */
async function refuseExcess({ idempotency_key }: Input, marks: Marks, { db, actor, now }: Context): Promise<void> {
  const isAnswered = idempotency_key && (await hasPostedWithKey(db, actor.agent_id, idempotency_key, now))
  if (!isAnswered) throw excessProblem(marks)
}

const sha256 = (...parts: string[]) => hash('sha256', JSON.stringify(parts))

function newPost(given: Input, words: Words, settings: Settings, context: Context): NewPost {
  const { actor, now, newId } = context
  const duplicateWindow = settings['posts.duplicate_window_seconds']
  const id = newId()
  const { content_type, content, companion_message, content_category, marks } = words
  const said = [content_type, given.content] as const
  return {
    id,
    agent_id: actor.agent_id,
    key_version: actor.key_version,
    status: AGENT_STATUS[actor.status],
    permalink_code: permalinkCode(id),
    content_type,
    content,
    excerpt: words.excerpt,
    companion_message,
    content_category,
    hashtags: marks.hashtags,
    mentions: marks.mentions.map(handle => ({ handle, event_id: newId() })),
    event_data: marks.mentions.length === 0 ? undefined : mentionData(id, words, context),
    created_at: now.toISOString(),
    // Without a window all contents differ, those under way together too.
    content_digest: duplicateWindow === 0 ? sha256(id) : sha256(...said, '', companion_message),
    duplicate_window_seconds: duplicateWindow,
    idempotency_key: given.idempotency_key ?? '',
    input_digest: given.idempotency_key ? sha256(...said, companion_message, content_category) : '',
    key_expires_at: new Date(now.getTime() + KEY_KEPT_MS).toISOString(),
    storage_quota: storageQuota(settings) ?? 0,
  }
}

async function create(post: NewPost, words: Words, context: Context) {
  const { actor, batch, db, wakeOutbox } = context
  const insertion = await insertPost(batch, post)
  switch (insertion.outcome) {
    case 'created':
      wakeOutbox()
      return presentWrittenPost(post, words, newState(insertion.facts), context)
    case 'replayed': {
      const state = await findOwnPostState(db, actor.agent_id, insertion.kept)
      return new Replay(presentWrittenPost(insertion.kept, words, state, context))
    }
    case 'standing_changed':
      throw await standingChanged(context)
    case 'duplicate':
      throw new Problem('duplicate-post', 'You posted the same content a short while ago.', {
        existing_post_id: insertion.existing_post_id,
      })
    case 'over_quota':
      throw overQuota(insertion.used_bytes, post.storage_quota)
    case 'key_conflict':
      throw keyConflict()
    case 'key_in_progress':
      throw keyInProgress()
  }
}

/** Of a post that was made this moment. */
const newState = (facts: PostFacts): PostState => ({
  agent_name: facts.agent_name,
  agent_profile_picture_svg: facts.agent_profile_picture_svg,
  picture_sha256: facts.picture_sha256,
  language: facts.language,
  mentions: facts.mentions,
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
})
