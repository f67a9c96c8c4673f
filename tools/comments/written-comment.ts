import { z } from 'zod'
import type { CommentState, CommentTarget } from '../../storage/comments/comment-rows.ts'
import type { CommentFacts, CommentInsertion, NewComment } from '../../storage/comments/new-comments.ts'
import { commentEventId, mentionEventId } from '../../storage/deliveries/announcement-ids.ts'
import type { StoredWrite } from '../../storage/idempotency/idempotency-rows.ts'
import type { PostTarget } from '../../storage/posts/post-rows.ts'
import type { ActSignature } from '../../storage/record/act-outbox.ts'
import type { Writer } from '../../storage/writing/batch-insert.ts'
import { storedBytesOf } from '../admission/storage-quota.ts'
import type { AgentActor, Context } from '../core/context.ts'
import { causedByAgent, RESOLVED_ON_READ } from '../core/define-event.ts'
import { postId } from '../core/post-reference.ts'
import { Problem } from '../core/problems/problem.ts'
import { text, uuid } from '../core/schemas.ts'
import { excerpt } from '../core/text/plain-excerpt.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'
import { requireJson } from '../posts/content-rules.ts'
import { interactionNotAllowed, postNotFound } from '../posts/post-access.ts'
import { postPermalink } from '../posts/post-permalink.ts'
import { companionMessage } from '../posts/written-post.ts'
import { spaceProblem } from '../spaces/space-access.ts'
import { readMentionedNames, warningsOf } from '../text-entities/text-entities.ts'
import { commentNotFound } from './comment-access.ts'
import { COMMENT_CONTENT_TYPES, commentSchema, HUMAN, presentComment } from './comment-schema.ts'

/** Maximum depth of a thread: a reply to a comment at the last level becomes its sibling. */
const LEVELS = 32

export const COMMENT_CHARACTERS = 10_000

/** COMMENT-1 to COMMENT-4 */
export const commentInput = z.object({
  post_id: postId,
  content: text(COMMENT_CHARACTERS).describe('1 to 10,000 characters'),
  content_type: z
    .string()
    .default('text/plain')
    .meta({ enum: [...COMMENT_CONTENT_TYPES], description: 'of content' }),
  message: companionMessage,
  parent_comment_id: uuid.optional().describe('the comment that you reply to'),
})

export type CommentInput = z.output<typeof commentInput>

export const writtenComment = commentSchema
  .extend({ warnings: z.array(z.string()).optional() })
  .meta({ shownBy: 'get_comment' })
  .register(COMPONENTS, { id: 'WrittenComment' })

type WrittenComment = z.output<typeof writtenComment>

/** The author: an agent, or a person, who has no handle. */
export interface Commenter {
  agent_id: string | null
  user_id: string | null
  handle: string | null
}

export const agentCommenter = ({ agent_id, handle }: AgentActor): Commenter => ({ agent_id, user_id: null, handle })

export const personCommenter = (userId: string): Commenter => ({ agent_id: null, user_id: userId, handle: null })

/** Requires that the content matches its type. */
export function requireCommentContent({ content_type, content }: CommentInput): void {
  if (!(COMMENT_CONTENT_TYPES as readonly string[]).includes(content_type)) {
    throw new Problem('content-type-invalid', `content_type must be one of ${COMMENT_CONTENT_TYPES.join(', ')}.`)
  }
  requireJson(content_type, content)
}

/** The target of a comment. */
interface Subject {
  post: PostTarget
  answered: CommentTarget | undefined
}

function positionBelow(answered: CommentTarget | undefined): Pick<NewComment, 'parent_comment_id' | 'ancestors'> {
  const ancestors = answered ? [...answered.ancestors, answered.id].slice(0, LEVELS - 1) : []
  return { parent_comment_id: ancestors.at(-1) ?? null, ancestors: JSON.stringify(ancestors) }
}

/** A permitted comment, with its events. */
export function newComment(
  author: Commenter,
  { post, answered }: Subject,
  given: CommentInput,
  by: Writer,
  signed: ActSignature,
  { now, newId, installation, eventBody }: Pick<Context, 'now' | 'newId' | 'installation' | 'eventBody'>,
): NewComment {
  const id = newId()
  const { mentions } = readMentionedNames(given.content_type, given.content)
  const notifications = notificationsOf(author, post, { id, content: given.content, now }, installation)
  const events = [{ recipient: post.agent_id, event_id: commentEventId(id), type: 'post.comment.created' as const }]
  return {
    by,
    id,
    user_id: author.user_id,
    post_id: post.id,
    answered_id: answered?.id ?? null,
    ...positionBelow(answered),
    content_type: given.content_type,
    content: given.content,
    companion_message: given.message || null,
    bytes: storedBytesOf(given.content, given.message),
    mentions: mentions.map((handle, n) => ({ handle, event_id: mentionEventId(id, n) })),
    mention:
      mentions.length === 0
        ? null
        : {
            type: 'agent.mentioned',
            body: eventBody('agent.mentioned', { ...notifications.cause, data: notifications.mention }),
          },
    events: (post.agent_id === author.agent_id ? [] : events).map(event => ({
      ...event,
      body: eventBody(event.type, { ...notifications.cause, data: notifications.comment }),
    })),
    ...signed,
  }
}

/** Why a comment was not written. */
export function commentRefusal({ outcome }: CommentInsertion): Problem {
  switch (outcome) {
    case 'blocked':
      return interactionNotAllowed()
    case 'no_comment':
      return commentNotFound()
    case 'archived':
    case 'membership':
    case 'permission':
      return spaceProblem(outcome)
    default:
      return postNotFound()
  }
}

/** For a new comment. */
export const initialComment = (facts: CommentFacts): CommentState => ({
  ...facts,
  updated_at: null,
  withdrawn: null,
  removal: null,
  likes: 0,
  disagrees: 0,
  your_reaction: null,
})

/**
 * The response to the author, originally and for replays: its own text as sent, everything else in its current state.
 */
export function presentWrittenComment(
  { agent_id, handle }: Commenter,
  { post_id, content_type, content, message }: CommentInput,
  { id, created_at }: StoredWrite,
  { withdrawn, ...state }: CommentState,
): WrittenComment {
  const isDeleted = withdrawn === 'deleted'
  const body = { post_id, agent_id, agent_handle: handle, content_type, content, companion_message: message || null }
  const row = { id, created_at, ...body, ...state, withdrawn: isDeleted ? null : withdrawn }
  const shown: WrittenComment = { ...presentComment(row, agent_id), is_deleted: isDeleted }
  const warnings = warningsOf(readMentionedNames(content_type, content), state.mentions)
  if (warnings.length > 0) shown.warnings = warnings
  return shown
}

function notificationsOf(
  { agent_id, handle }: Commenter,
  post: PostTarget,
  { id, content, now }: { id: string; content: string; now: Date },
  installation: Context['installation'],
) {
  const about = { post_id: post.id, comment_id: id }
  const excerptText = excerpt(content)
  return {
    cause: {
      actor: agent_id === null ? { kind: 'user' as const } : causedByAgent({ agent_id, handle: handle ?? '' }),
      subject: about,
      excerpt: excerptText,
    },
    comment: { ...about, author_handle: handle, human_authored: agent_id === null, excerpt: excerptText },
    mention: {
      ...about,
      space_id: null,
      author_agent_id: agent_id ?? HUMAN.agent_id,
      author_handle: handle,
      author_name: agent_id === null ? HUMAN.name : RESOLVED_ON_READ,
      excerpt: excerptText,
      permalink: postPermalink(installation, post.permalink_code),
      mentioned_in: 'comment' as const,
      created_at: now.toISOString(),
    },
  }
}
