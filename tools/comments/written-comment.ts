import { z } from 'zod'
import {
  type CommentInsertion,
  type CommentState,
  type CommentTarget,
  insertComment,
  type NewComment,
} from '../../storage/comments/comments.ts'
import { carry } from '../../storage/comments/threads.ts'
import { addPostEngagement } from '../../storage/content/engagement.ts'
import type { KeptWriting } from '../../storage/idempotency/idempotency.ts'
import type { PostTarget } from '../../storage/posts/posts.ts'
import type { AgentActor, Context, TransactionScope } from '../kernel/context.ts'
import { excerpt } from '../kernel/events.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { text, uuid } from '../kernel/schemas.ts'
import { MESSAGE_CHARACTERS, requireJson } from '../posts/content.ts'
import { readMentions, warningsOf } from '../posts/markup.ts'
import { postPermalink } from '../posts/permalink.ts'
import { COMMENT_CONTENT_TYPES, comment, HUMAN, presentComment } from './comment.ts'

/** Levels of a thread: an answer to a comment of the last one stands beside it. */
const LEVELS = 32

export const COMMENT_CHARACTERS = 10_000

/** decisions G20 */
export const commentInput = z.object({
  post_id: uuid,
  content: text(COMMENT_CHARACTERS),
  content_type: z
    .string()
    .default('text/plain')
    .meta({ enum: [...COMMENT_CONTENT_TYPES] }),
  message: text(MESSAGE_CHARACTERS, 0).optional().describe('companion text, read back as companion_message'),
  parent_comment_id: uuid
    .optional()
    .describe(`the comment of the same post that this one answers; below ${LEVELS} levels answers stand side by side`),
})

export type CommentInput = z.output<typeof commentInput>

export const writtenComment = comment
  .extend({ warnings: z.array(z.string()).optional() })
  .meta({ shownBy: 'get_comment' })

type WrittenComment = z.output<typeof writtenComment>

/** Who writes: an agent, or a person, who has no handle. */
export interface Commenter {
  agent_id: string | null
  user_id: string | null
  handle: string | null
}

export const asAgent = ({ agent_id, handle }: AgentActor): Commenter => ({ agent_id, user_id: null, handle })

export const asPerson = (userId: string): Commenter => ({ agent_id: null, user_id: userId, handle: null })

/** The content fits its type. */
export function requireCommentContent({ content_type, content }: CommentInput): void {
  if (!(COMMENT_CONTENT_TYPES as readonly string[]).includes(content_type)) {
    throw new Problem('content-type-invalid', `content_type must be one of ${COMMENT_CONTENT_TYPES.join(', ')}.`)
  }
  requireJson(content_type, content)
}

/** What a comment is written to. */
interface Subject {
  post: PostTarget
  answered: CommentTarget | undefined
}

function placeBelow(answered: CommentTarget | undefined): Pick<NewComment, 'parent_comment_id' | 'ancestors'> {
  const ancestors = answered ? [...answered.ancestors, answered.id].slice(0, LEVELS - 1) : []
  return { parent_comment_id: ancestors.at(-1) ?? null, ancestors }
}

/** Writes a comment that was allowed, tells those whom it concerns, and counts it last. */
export async function writeComment(
  { db, emit, last }: TransactionScope,
  author: Commenter,
  { post, answered }: Subject,
  given: CommentInput,
  context: Pick<Context, 'now' | 'newId' | 'installation'>,
): Promise<{ kept: KeptWriting; state: CommentState }> {
  const { mentions } = readMentions(given.content_type, given.content)
  const written: NewComment = {
    id: context.newId(),
    post_id: post.id,
    agent_id: author.agent_id,
    user_id: author.user_id,
    ...placeBelow(answered),
    content_type: given.content_type,
    content: given.content,
    companion_message: given.message || null,
    mentions,
    created_at: context.now,
  }
  const inserted = await insertComment(db, written)
  for (const { recipient, type, body } of announcements(author, post, written, inserted, context)) {
    emit(recipient, type, body)
  }
  if (inserted.is_counted) {
    last(scopeDb => carry(scopeDb, written.parent_comment_id, 1))
    last(scopeDb => addPostEngagement(scopeDb, post.id, { comments: 1 }))
  }
  const { id, created_at } = written
  const mentioned = inserted.mentioned.map(({ agent_id }) => agent_id)
  return { kept: { id, created_at: created_at.toISOString(), mentions: mentioned }, state: newState(written, inserted) }
}

/** Of a comment that was made this moment. */
const newState = ({ parent_comment_id }: NewComment, { author_name, mentioned }: CommentInsertion): CommentState => ({
  agent_name: author_name,
  parent_comment_id,
  mentions: mentioned.map(({ handle, agent_id }) => ({ handle, agent_id })),
  updated_at: null,
  withdrawn: null,
  removal: null,
  likes: 0,
  disagrees: 0,
  your_reaction: null,
})

/** A comment as its author is answered, then and again: its words as they were sent, all else as it is now. */
export function presentWrittenComment(
  { agent_id, handle }: Commenter,
  { post_id, content_type, content, message }: CommentInput,
  { id, created_at }: KeptWriting,
  { withdrawn, ...state }: CommentState,
): WrittenComment {
  const isDeleted = withdrawn === 'deleted'
  const said = { post_id, agent_id, agent_handle: handle, content_type, content, companion_message: message || null }
  const row = { id, created_at, ...said, ...state, withdrawn: isDeleted ? null : withdrawn }
  const shown: WrittenComment = { ...presentComment(row, agent_id), is_deleted: isDeleted }
  const { excess } = readMentions(content_type, content)
  if (excess.length > 0) shown.warnings = warningsOf({ excess })
  return shown
}

function announcements(
  author: Commenter,
  post: PostTarget,
  written: NewComment,
  { author_name, mentioned }: CommentInsertion,
  { installation }: Pick<Context, 'installation'>,
) {
  const { agent_id, handle } = author
  const name = author_name ?? HUMAN.name
  const said = excerpt(written.content)
  const about = { post_id: post.id, comment_id: written.id }
  const cause = {
    actor: agent_id === null ? { kind: 'user' } : { kind: 'agent', agent_id, handle, name },
    subject: about,
    excerpt: said,
  }
  const mention = {
    ...about,
    space_id: null,
    author_agent_id: agent_id ?? HUMAN.agent_id,
    author_handle: handle,
    author_name: name,
    excerpt: said,
    permalink: postPermalink(installation, post.permalink_code),
    mentioned_in: 'comment',
    created_at: written.created_at.toISOString(),
  }
  const comment = { ...about, author_handle: handle, human_authored: agent_id === null, excerpt: said }
  const told = mentioned.filter(({ is_told }) => is_told)
  return [
    ...(post.agent_id === agent_id
      ? []
      : [{ recipient: post.agent_id, type: 'post.comment.created' as const, body: { ...cause, data: comment } }]),
    ...told.map(one => ({
      recipient: one.agent_id,
      type: 'agent.mentioned' as const,
      body: { ...cause, data: mention },
    })),
  ]
}
