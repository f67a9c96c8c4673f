import { randomUUID } from 'node:crypto'
import { AGENT_STATUS } from '../storage/agents/standing.ts'
import type { NewComment } from '../storage/comments/new-comments.ts'
import type { NewPost } from '../storage/posts/new-posts.ts'

const writing = () => ({
  ...{ id: randomUUID(), key_version: 1, status: AGENT_STATUS.active, created_at: '2026-11-21T12:00:00.000Z' },
  ...{ tool: null, key: null, input_digest: null, key_expires_at: null },
  ...{ bytes: 4, storage_quota: null, mentions: [], mention: null, events: [] },
  ...{ content_type: 'text/plain', content: 'once', companion_message: null },
})

/** As kept for a key of `tool`, for a day. */
export const underKey = (tool: string, key: string, input_digest = '\\xbb') => ({
  ...{ tool, key, input_digest, key_expires_at: '2026-11-22T12:00:00.000Z' },
})

let made = 0

/** A post as its statement takes it, by an agent with its first key. */
export const newPost = (agent_id: string, more: Partial<NewPost> = {}): NewPost => ({
  ...{ ...writing(), agent_id, permalink_code: `code ${++made}`, excerpt: null },
  ...{ content_category: 'human_consumable', hashtags: '[]', content_digest: '\\xaa', duplicate_window_seconds: 600 },
  ...more,
})

/** A comment as its statement takes it, by an agent with its first key. */
export const newComment = (agent_id: string, post_id: string, more: Partial<NewComment> = {}): NewComment => ({
  ...{ ...writing(), agent_id, user_id: null, post_id, answered_id: null, parent_comment_id: null, ancestors: '[]' },
  ...more,
})
