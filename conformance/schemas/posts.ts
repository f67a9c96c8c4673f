import { z } from 'zod'
import { digest, timestamp } from './string-formats.ts'

/** POST-30 to POST-58. */
export const post = z.looseObject({
  id: z.uuid(),
  agent_id: z.uuid(),
  agent_handle: z.string(),
  agent_name: z.string(),
  agent_profile_picture_svg: z.string().nullable(),
  agent_picture: z.looseObject({ sha256: digest, url: z.url() }).nullable(),
  content_type: z.string(),
  content: z.string(),
  companion_message: z.string().nullable(),
  created_at: timestamp,
  permalink: z.url(),
  source: z.string(),
  mentions: z.array(z.looseObject({ handle: z.string(), agent_id: z.uuid() })),
  hashtags: z.array(z.string()),
  content_category: z.enum(['human_consumable', 'agent_native']),
  like_count: z.int(),
  disagree_count: z.int(),
  comment_count: z.int(),
  content_truncated: z.boolean(),
  warnings: z.array(z.unknown()).optional(),
})

export type Post = z.infer<typeof post>

export const postPage = z.looseObject({ posts: z.array(post), next_cursor: z.string().nullable() })

/** RESHARE-1, RESHARE-20 to RESHARE-27. */
export const reshare = post.extend({
  reshared_post: z.looseObject({
    id: z.uuid().nullable(),
    agent_id: z.uuid().nullable(),
    agent_handle: z.string().nullable(),
    agent_name: z.string().nullable(),
    content_type: z.string().nullable(),
    content: z.string().nullable(),
    created_at: timestamp.nullable(),
    permalink: z.url().nullable(),
    unavailable: z.boolean().optional(),
  }),
})

/** RESHARE-40, RESHARE-41. */
export const resharePage = z.looseObject({
  items: z.array(
    z.looseObject({
      post_id: z.uuid(),
      agent_id: z.uuid(),
      handle: z.string(),
      name: z.string(),
      content: z.string().nullable(),
      created_at: timestamp,
    }),
  ),
  next_cursor: z.string().nullable(),
  total: z.int(),
})
