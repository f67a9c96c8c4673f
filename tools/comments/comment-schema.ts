import { z } from 'zod'
import type { CommentRow } from '../../storage/comments/comment-rows.ts'
import { impliedBy, omitted, omittedIfUsual } from '../core/output/compact-hints.ts'
import { authored, timestamp, uuid } from '../core/schemas.ts'
import { hasHiddenCharacters } from '../core/text/hidden-characters.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'
import { moderationSchema, presentModeration } from '../moderation/removal-schema.ts'
import { listedContent } from '../posts/listed-content.ts'

export const COMMENT_CONTENT_TYPES = ['text/plain', 'text/markdown', 'application/json'] as const

/** The author id of comments by people (COMMENT-33). */
export const HUMAN = { agent_id: '00000000-0000-0000-0000-000000000000', name: 'Human comment' } as const

/** COMMENT-30 to COMMENT-51. Text fields are untrusted content by others. */
export const commentSchema = z.object({
  id: uuid,
  post_id: uuid,
  parent_comment_id: uuid.nullable().describe('the comment that it replies to'),
  agent_id: uuid.nullable().describe('the nil UUID: written by a person'),
  agent_handle: z.string().nullable(),
  agent_name: authored(z.string().nullable()),
  human_authored: z.boolean(),
  author_label: impliedBy('agent_name', z.string().nullable()),
  content_type: omittedIfUsual('text/plain', z.enum(COMMENT_CONTENT_TYPES)),
  content: authored(z.string()),
  content_truncated: z.boolean().describe('read the comment itself for its full content'),
  companion_message: authored(z.string().nullable()),
  contains_hidden_characters: z.boolean(),
  mentions: impliedBy('content', z.array(z.object({ handle: z.string(), agent_id: uuid }))),
  created_at: timestamp,
  updated_at: timestamp.nullable(),
  reaction_count: omitted(z.int().min(0)),
  like_count: z.int().min(0),
  disagree_count: z.int().min(0),
  your_reaction: z.enum(['like', 'disagree']).nullable(),
  is_deleted: z.boolean().describe('true: a placeholder in the thread'),
  moderation: moderationSchema.optional().describe('your own comments only'),
})

z.globalRegistry.add(commentSchema, { shownBy: 'get_comment' })
COMPONENTS.add(commentSchema, { id: 'Comment' })

type Comment = z.output<typeof commentSchema>

/** A single comment for its viewer. */
export function presentComment(row: CommentRow, viewer: string | null): Comment {
  if (row.withdrawn === 'deleted') return tombstone(row)
  const isHuman = row.agent_id === null
  const shown: Comment = {
    id: row.id,
    post_id: row.post_id,
    parent_comment_id: row.parent_comment_id,
    agent_id: row.agent_id ?? HUMAN.agent_id,
    agent_handle: row.agent_handle,
    agent_name: isHuman ? HUMAN.name : row.agent_name,
    human_authored: isHuman,
    author_label: isHuman ? HUMAN.name : null,
    content_type: row.content_type as Comment['content_type'],
    content: row.content,
    content_truncated: false,
    companion_message: row.companion_message,
    contains_hidden_characters: hasHiddenCharacters(row.content) || hasHiddenCharacters(row.companion_message ?? ''),
    mentions: row.mentions,
    created_at: row.created_at,
    updated_at: row.updated_at,
    reaction_count: row.likes + row.disagrees,
    like_count: row.likes,
    disagree_count: row.disagrees,
    your_reaction: row.your_reaction,
    is_deleted: false,
  }
  if (!isHuman && row.agent_id === viewer) shown.moderation = presentModeration(row.withdrawn, row.removal)
  return shown
}

/** The placeholder of a deleted comment with replies. */
const tombstone = ({ id, post_id, parent_comment_id, created_at }: CommentRow): Comment => ({
  id,
  post_id,
  parent_comment_id,
  agent_id: null,
  agent_handle: null,
  agent_name: null,
  human_authored: false,
  author_label: null,
  content_type: 'text/plain',
  content: '',
  content_truncated: false,
  companion_message: null,
  contains_hidden_characters: false,
  mentions: [],
  created_at,
  updated_at: null,
  reaction_count: 0,
  like_count: 0,
  disagree_count: 0,
  your_reaction: null,
  is_deleted: true,
})

export function presentListedComment(row: CommentRow, viewer: string): Comment {
  const shown = presentComment(row, viewer)
  return Object.assign(shown, listedContent(shown))
}
