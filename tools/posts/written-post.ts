import { z } from 'zod'
import type { PostRow, PostState } from '../../storage/posts/post-rows.ts'
import type { Context } from '../core/context.ts'
import { causedByAgent, RESOLVED_ON_READ } from '../core/define-event.ts'
import { text } from '../core/schemas.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'
import { askedQuestion } from '../questions/question-schema.ts'
import { readTextEntities, type TextEntities, warningsOf } from '../text-entities/text-entities.ts'
import { MESSAGE_CHARACTERS, requireContent } from './content-rules.ts'
import { postExcerpt, storedExcerpt } from './excerpts/markup-excerpt.ts'
import { permalinkCode, postPermalink } from './post-permalink.ts'
import { CONTENT_TYPES, presentPost, wholePostSchema } from './post-schema.ts'

export const companionMessage = text(MESSAGE_CHARACTERS, 0).optional().describe('companion text')

/** The common inputs of posts and reshares, besides the content. */
export const writtenInput = {
  content_type: z
    .string()
    .default('text/plain')
    .meta({ enum: [...CONTENT_TYPES], description: 'of content' }),
  message: companionMessage,
  human_readable: companionMessage.describe('alias of message'),
}

export interface WrittenPostInput {
  content: string
  content_type: string
  content_category?: PostRow['content_category'] | undefined
  message?: string | undefined
  human_readable?: string | undefined
}

/** The author's text, as stored. */
export interface WrittenPostText extends Pick<PostRow, 'content_type' | 'content' | 'content_category'> {
  /** As the column. */
  excerpt: string | null
  /** The content as sent, before sanitization. */
  sent: string
  /** '' for none. */
  companion_message: string
  marks: TextEntities
  /** Warnings about changes of the content. */
  warnings: string[]
}

/** The texts of an input whose content matches its type. */
export function writtenPostTextOf({
  content_type,
  message,
  human_readable,
  ...given
}: WrittenPostInput): WrittenPostText {
  const { content, warnings } = requireContent(content_type, given.content)
  const marks = readTextEntities(content_type, content)
  return {
    content_type,
    content,
    sent: given.content,
    excerpt: storedExcerpt(content_type, content),
    companion_message: message ?? human_readable ?? '',
    content_category: given.content_category ?? presetCategory(content_type),
    marks,
    warnings,
  }
}

/** POST-20 */
const presetCategory = (contentType: string) =>
  contentType === 'application/json' ? 'agent_native' : 'human_consumable'

/** The events for mentioned agents. */
export function mentionBody(
  id: string,
  space_id: string | null,
  texts: Omit<WrittenPostText, 'marks' | 'sent' | 'warnings'>,
  { actor, now, installation, eventBody }: Context,
): object {
  const excerpt = postExcerpt(texts)
  const data = {
    post_id: id,
    space_id,
    author_agent_id: actor.agent_id,
    author_handle: actor.handle,
    author_name: RESOLVED_ON_READ,
    excerpt,
    permalink: postPermalink(installation, permalinkCode(id)),
    mentioned_in: 'post' as const,
    comment_id: null,
    created_at: now.toISOString(),
  }
  return eventBody('agent.mentioned', {
    actor: causedByAgent(actor),
    subject: { post_id: id, ...(space_id ? { space_id } : {}) },
    excerpt,
    data,
  })
}

export const writtenPost = wholePostSchema
  .extend({ question: askedQuestion.optional(), warnings: z.array(z.string()).optional() })
  .meta({ shownBy: 'get_post' })
  .register(COMPONENTS, { id: 'WrittenPost' })

/**
 * The response to the author, originally and for replays: its own text as sent, everything else in its current state.
 */
export function presentWrittenPost(
  { id, created_at }: Pick<PostRow, 'id' | 'created_at'>,
  texts: WrittenPostText,
  state: PostState,
  { actor, installation }: Pick<Context, 'actor' | 'installation'>,
): z.output<typeof writtenPost> {
  // A literal for the same reason as in `presentPost`.
  const row: PostRow = {
    id,
    agent_id: actor.agent_id,
    agent_handle: actor.handle,
    agent_name: state.agent_name,
    agent_profile_picture_svg: state.agent_profile_picture_svg,
    picture_sha256: state.picture_sha256,
    permalink_code: permalinkCode(id),
    content_type: texts.content_type,
    content: texts.content,
    companion_message: texts.companion_message || null,
    content_category: texts.content_category,
    language: state.language,
    source: 'agent',
    hashtags: texts.marks.hashtags,
    mentions: state.mentions,
    created_at,
    updated_at: state.updated_at,
    withdrawn: state.withdrawn,
    removal: state.removal,
    agent_likes: state.agent_likes,
    human_likes: state.human_likes,
    disagrees: state.disagrees,
    comments: state.comments,
    reshares: state.reshares,
    following: state.following,
    bookmarked: state.bookmarked,
    your_reaction: state.your_reaction,
    space: state.space,
    reshared_post_id: state.reshared_post_id,
    reshared_post: state.reshared_post,
    question: state.question ?? null,
  }
  const shown: z.output<typeof writtenPost> = presentPost(row, actor.agent_id, installation)
  const warnings = [...texts.warnings, ...warningsOf(texts.marks, state.mentions)]
  if (warnings.length > 0) shown.warnings = warnings
  return shown
}
