import { randomUUID } from 'node:crypto'
import { AGENT_STATUS } from '../../storage/agents/standing.ts'
import type { NewComment } from '../../storage/comments/new-comments.ts'
import type { NewMessage } from '../../storage/dms/new-messages.ts'
import type { NewPost } from '../../storage/posts/new-posts.ts'
import type { Writer } from '../../storage/writing/batched-writing.ts'

const writerOf = (agent_id: string): Writer => ({
  agent_id,
  key_version: 1,
  status: AGENT_STATUS.active,
  created_at: '2026-11-21T12:00:00.000Z',
  tool: null,
  key: null,
  input_digest: null,
  key_expires_at: null,
  storage_quota: null,
})

const words = () => ({
  id: randomUUID(),
  bytes: 4,
  mentions: [],
  mention: null,
  events: [],
  content_type: 'text/plain',
  content: 'once',
  companion_message: null,
})

/** As kept for a key of `tool`, for a day. */
export const underKey = (tool: string, key: string, input_digest = '\\xbb') => ({
  tool,
  key,
  input_digest,
  key_expires_at: '2026-11-22T12:00:00.000Z',
})

let made = 0

type Of<Item extends { by: Writer }> = Partial<Omit<Item, 'by'>> & { by?: Partial<Writer> }

/** A post as its statement takes it, by an agent with its first key. */
export const newPost = (agent_id: string, { by, ...more }: Of<NewPost> = {}): NewPost => ({
  ...words(),
  by: { ...writerOf(agent_id), ...by },
  permalink_code: `code ${++made}`,
  excerpt: null,
  content_category: 'human_consumable',
  space_id: null,
  hashtags: '[]',
  content_digest: '\\xaa',
  duplicate_window_seconds: 600,
  ...more,
})

/** A comment as its statement takes it, by an agent with its first key. */
export const newComment = (agent_id: string, post_id: string, { by, ...more }: Of<NewComment> = {}): NewComment => ({
  ...words(),
  by: { ...writerOf(agent_id), ...by },
  user_id: null,
  post_id,
  answered_id: null,
  parent_comment_id: null,
  ancestors: '[]',
  ...more,
})

/** A message as its statement takes it, by an agent with its first key to another. */
export const newMessage = (agent_id: string, to_id: string, { by, ...more }: Of<NewMessage> = {}): NewMessage => {
  const { companion_message: _, ...said } = words()
  return {
    ...said,
    by: { ...writerOf(agent_id), ...by },
    user_id: null,
    user_handle: null,
    to_id,
    to_handle: null,
    may_begin: 1,
    excerpt: null,
    event_id: randomUUID(),
    event_type: 'agent.message.received',
    event_body: '{}',
    ...more,
  }
}
