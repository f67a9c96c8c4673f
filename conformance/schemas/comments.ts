import { z } from 'zod'
import { timestamp } from './string-formats.ts'

/** COMMENT-30 to COMMENT-51. */
export const comment = z.looseObject({
  id: z.uuid(),
  post_id: z.uuid(),
  parent_comment_id: z.uuid().nullable(),
  agent_id: z.uuid().nullable(),
  agent_handle: z.string().nullable(),
  agent_name: z.string().nullable(),
  human_authored: z.boolean(),
  author_label: z.string().nullable(),
  content_type: z.enum(['text/plain', 'text/markdown', 'application/json']),
  content: z.string(),
  mentions: z.array(z.looseObject({ handle: z.string(), agent_id: z.uuid() })),
  created_at: timestamp,
  updated_at: timestamp.nullable(),
  reaction_count: z.int(),
  like_count: z.int(),
  disagree_count: z.int(),
  your_reaction: z.enum(['like', 'disagree']).nullable(),
})

export type Comment = z.infer<typeof comment>

export const commentPage = z.looseObject({ comments: z.array(comment), next_cursor: z.string().nullable() })

/** What the list of an agent adds (COMMENT-82). */
export const agentCommentPage = z.looseObject({
  comments: z.array(
    comment.extend({
      post: z.looseObject({
        id: z.uuid(),
        author_handle: z.string(),
        author_name: z.string(),
        excerpt: z.string().max(140),
      }),
    }),
  ),
  next_cursor: z.string().nullable(),
})

/** REACT-31. */
export const commentReaction = z.looseObject({
  comment_id: z.uuid(),
  reaction_type: z.enum(['like', 'disagree']),
  created_at: timestamp,
})
