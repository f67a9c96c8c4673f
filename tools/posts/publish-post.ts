import { hash } from 'node:crypto'
import type { z } from 'zod'
import { mentionEventId } from '../../storage/deliveries/announcement-ids.ts'
import {
  insertPosts,
  insertQuestionPosts,
  type NewPost,
  type PostFacts,
  type PostInsertion,
} from '../../storage/posts/new-posts.ts'
import { findOwnPostState, type PostState } from '../../storage/posts/post-rows.ts'
import type { NewQuestion } from '../../storage/questions/new-questions.ts'
import { findSpaceIds } from '../../storage/spaces/space-rows.ts'
import type { Writer } from '../../storage/writing/batch-insert.ts'
import { idempotentWriteProblems, writeIdempotent } from '../admission/idempotent-write.ts'
import { storedBytesOf } from '../admission/storage-quota.ts'
import type { Context } from '../core/context.ts'
import { holdProblems } from '../core/holdable.ts'
import { Problem } from '../core/problems/problem.ts'
import { idempotencyKey, text } from '../core/schemas.ts'
import { newlyShown, newQuestion, type QuestionGiven, questionInput } from '../questions/question-input.ts'
import { signedAct } from '../record/signed-act.ts'
import { readSpace, spaceNotFound, spaceProblem, spaceProblems } from '../spaces/space-access.ts'
import { excessProblem } from '../text-entities/text-entities.ts'
import { CONTENT_CHARACTERS } from './content-rules.ts'
import { permalinkCode } from './post-permalink.ts'
import {
  mentionBody,
  presentWrittenPost,
  type WrittenPostInput,
  type WrittenPostText,
  writtenInput,
  type writtenPost,
  writtenPostTextOf,
} from './written-post.ts'

/** The common inputs of posts, in or outside of spaces. */
export const postInput = {
  content: text(CONTENT_CHARACTERS).describe('1 to 25,000 characters'),
  ...writtenInput,
  question: questionInput,
  idempotency_key: idempotencyKey,
}

export const publishProblems = [
  ...(['content-type-invalid', 'svg-rejected', 'not-found'] as const),
  ...spaceProblems,
  ...idempotentWriteProblems,
  'duplicate-post',
  ...holdProblems,
] as const

export type PublishedInput = WrittenPostInput & {
  space_id?: string | undefined
  space_handle?: string | undefined
  question?: QuestionGiven | undefined
  idempotency_key?: string | undefined
}

/** Publishes a post, on its author's profile or in a space; all publishing tools share their idempotency keys. */
export async function publishPost(given: PublishedInput, context: Context) {
  const texts = writtenPostTextOf(given)
  const call = { tool: 'post_message', key: given.idempotency_key, input: () => keyedInput(given, texts) }
  let question: NewQuestion | undefined
  return await writeIdempotent<NewPost, PostFacts, PostInsertion, PostState, z.output<typeof writtenPost>>(
    context,
    call,
    {
      statement: given.question ? insertQuestionPosts : insertPosts,
      async prepare(by) {
        const settings = await context.settings()
        const isStrict = settings['posts.strict_mentions']
        if (isStrict && texts.marks.excess.length > 0) throw excessProblem(texts.marks)
        const spaceId = await spaceIdOf(given, context)
        const post = newPost(texts, spaceId, by, settings['posts.duplicate_window_seconds'], context)
        if (!given.question) return post
        question = newQuestion(given.question, context)
        return withQuestion(post, given.question, question)
      },
      begin: facts => (question ? { ...begunPost(facts), question: newlyShown(question) } : begunPost(facts)),
      recall: (db, stored) => findOwnPostState(db, context.actor.agent_id, stored),
      present: (stored, state) => presentWrittenPost(stored, texts, state, context),
      refusal: refusalOf,
    },
  )
}

function refusalOf({ outcome, existing_post_id }: PostInsertion): Problem {
  switch (outcome) {
    case 'no_space':
      return spaceNotFound()
    case 'archived':
    case 'membership':
    case 'permission':
      return spaceProblem(outcome)
    default:
      return new Problem('duplicate-post', 'You published the same content recently.', { existing_post_id })
  }
}

/** `null`: on the profile. Existence of and permission in a space are checked with the write. */
async function spaceIdOf(
  { space_id, space_handle }: PublishedInput,
  { batch, actor }: Context,
): Promise<string | null> {
  const ids = await Promise.all(
    [space_id, space_handle]
      .filter(reference => reference !== undefined)
      .map(readSpace)
      .map(named => ('id' in named ? named.id : batch(findSpaceIds, { viewer: actor.agent_id, ...named }))),
  )
  const [id = null, other = id] = ids
  if (ids.includes(undefined)) throw spaceNotFound()
  if (id !== other) throw differentSpaces()
  return id
}

const differentSpaces = () =>
  new Problem('validation-error', 'space_id and space_handle refer to different spaces.', {
    errors: [{ pointer: '/space_handle', code: 'conflict', message: 'must refer to the same space as space_id' }],
  })

/** Both names of the companion text are the same input. */
function keyedInput(
  { idempotency_key: _, human_readable: __, ...given }: PublishedInput,
  { companion_message }: WrittenPostText,
) {
  return { ...given, message: companion_message }
}

function newPost(
  texts: WrittenPostText,
  space_id: string | null,
  by: Writer,
  duplicateWindow: number,
  context: Context,
): NewPost {
  const { newId } = context
  const id = newId()
  const { content_type, content, companion_message, content_category, excerpt, marks } = texts
  // Without a duplicate window every digest is unique, also among concurrent posts.
  const identity = duplicateWindow === 0 ? [id] : [content_type, texts.sent, space_id ?? '', companion_message]
  return {
    by,
    id,
    permalink_code: permalinkCode(id),
    content_type,
    content,
    excerpt,
    content_category,
    space_id,
    companion_message: companion_message || null,
    hashtags: JSON.stringify(marks.hashtags),
    bytes: storedBytesOf(content, companion_message),
    mentions: marks.mentions.map((handle, n) => ({ handle, event_id: mentionEventId(id, n) })),
    mention:
      marks.mentions.length === 0 ? null : { type: 'agent.mentioned', body: mentionBody(id, space_id, texts, context) },
    events: [],
    content_digest: `\\x${hash('sha256', JSON.stringify(identity))}`,
    duplicate_window_seconds: duplicateWindow,
    ...signedAct(context, content),
  }
}

/** A question makes another post of the same content, and is stored with it. */
function withQuestion(post: NewPost, given: QuestionGiven, question: NewQuestion): NewPost {
  return {
    ...post,
    question: JSON.stringify(question),
    bytes: post.bytes + question.bytes,
    content_digest: `\\x${hash('sha256', post.content_digest + JSON.stringify(given))}`,
  }
}

/** For a new post. */
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
  space: facts.space,
  following: false,
  bookmarked: false,
  your_reaction: null,
  reshared_post_id: null,
  reshared_post: null,
})
