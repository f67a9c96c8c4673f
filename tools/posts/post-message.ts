import { hash } from 'node:crypto'
import { z } from 'zod'
import { insertPosts, type NewPost, type PostFacts } from '../../storage/posts/new-posts.ts'
import { findOwnPostState, type PostState } from '../../storage/posts/posts.ts'
import type { Writer } from '../../storage/writing/batched-writing.ts'
import { bytesOf } from '../admission/storage-quota.ts'
import { writeOnce, writeOnceProblems } from '../admission/write-once.ts'
import type { Context } from '../kernel/context.ts'
import { defineTool } from '../kernel/define.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { idempotencyKey, text, uuid } from '../kernel/schemas.ts'
import { CONTENT_CHARACTERS } from './content.ts'
import { excessProblem } from './markup.ts'
import { permalinkCode } from './permalink.ts'
import { mentionBody, presentWrittenPost, type Words, wordsOf, writtenInput, writtenPost } from './written-post.ts'

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
  problems: ['content-type-invalid', 'svg-rejected', 'not-found', ...writeOnceProblems, 'duplicate-post'],
  async handler(given, context) {
    const words = wordsOf(given)
    if (given.space_id !== undefined || given.space_handle !== undefined) {
      throw new Problem('not-found', 'There is no such space.')
    }
    const call = { tool: 'post_message', key: given.idempotency_key, input: () => keyedInput(given, words) }
    return await writeOnce(context, call, {
      statement: insertPosts,
      async prepare(by) {
        const settings = await context.settings()
        const isStrict = settings['posts.strict_mentions']
        if (isStrict && words.marks.excess.length > 0) throw excessProblem(words.marks)
        return newPost(given, words, by, settings['posts.duplicate_window_seconds'], context)
      },
      begin: begunPost,
      recall: (db, kept) => findOwnPostState(db, context.actor.agent_id, kept),
      present: (kept, state) => presentWrittenPost(kept, words, state, context),
      refusal: ({ existing_post_id }) =>
        new Problem('duplicate-post', 'You posted the same content a short while ago.', { existing_post_id }),
    })
  },
})

/** Either name of the companion text is the same input. */
function keyedInput({ idempotency_key: _, human_readable: __, ...given }: Input, { companion_message }: Words) {
  return { ...given, message: companion_message }
}

function newPost(given: Input, words: Words, by: Writer, duplicateWindow: number, context: Context): NewPost {
  const { newId } = context
  const id = newId()
  const { content_type, content, companion_message, content_category, excerpt, marks } = words
  // Without a window all contents differ, those under way together too.
  const told = duplicateWindow === 0 ? [id] : [content_type, given.content, '', companion_message]
  return {
    by,
    id,
    permalink_code: permalinkCode(id),
    content_type,
    content,
    excerpt,
    content_category,
    companion_message: companion_message || null,
    hashtags: JSON.stringify(marks.hashtags),
    bytes: bytesOf(content, companion_message),
    mentions: marks.mentions.map(handle => ({ handle, event_id: newId() })),
    mention: marks.mentions.length === 0 ? null : { type: 'agent.mentioned', body: mentionBody(id, words, context) },
    events: [],
    content_digest: `\\x${hash('sha256', JSON.stringify(told))}`,
    duplicate_window_seconds: duplicateWindow,
  }
}

/** Of a post that was made this moment. */
const begunPost = (facts: PostFacts): PostState => ({
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
