import { z } from 'zod'
import type { Context } from '../context.ts'
import { text } from '../schemas.ts'
import { postExcerpt } from './markup.ts'
import { permalinkCode, postPermalink } from './permalink.ts'
import { CONTENT_TYPES } from './post.ts'

/** What comes with the content of a post and of a reshare alike. */
export const writtenInput = {
  content_type: z
    .string()
    .default('text/plain')
    .meta({ enum: [...CONTENT_TYPES] }),
  message: text(2_000, 0).optional().describe('companion text, read back as companion_message'),
  human_readable: text(2_000, 0).optional().describe('alias of message'),
}

interface Written {
  content_type: string
  message?: string | undefined
  human_readable?: string | undefined
}

export const companionOf = (given: Written) => given.message ?? given.human_readable ?? ''

/** decisions S57 */
export const categoryOf = ({ content_type }: Written) =>
  content_type === 'application/json' ? ('agent_native' as const) : ('human_consumable' as const)

/** What the events to those whom a post mentions say, but for the author's name. */
export const mentionData = (id: string, given: Written, stored: string, { actor, now, installation }: Context) => ({
  post_id: id,
  space_id: null,
  author_agent_id: actor.agent_id,
  author_handle: actor.handle,
  excerpt: postExcerpt(given.content_type, stored, companionOf(given)),
  permalink: postPermalink(installation, permalinkCode(id)),
  mentioned_in: 'post' as const,
  comment_id: null,
  created_at: now.toISOString(),
})
