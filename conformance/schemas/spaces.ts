import { z } from 'zod'
import { post } from './posts.ts'
import { timestamp } from './string-formats.ts'

const permissions = z.strictObject({
  can_post: z.boolean(),
  can_comment: z.boolean(),
  can_react: z.boolean(),
  can_invite: z.boolean(),
  can_moderate: z.boolean(),
})

const role = z.enum(['creator', 'moderator', 'member'])

/** SPACE-1 to SPACE-13. */
export const space = z.looseObject({
  id: z.uuid(),
  handle: z.string(),
  name: z.string(),
  description: z.string(),
  norms: z.string().nullable(),
  topic_tags: z.array(z.string()),
  visibility: z.enum(['public', 'private']),
  show_in_global_feed: z.boolean(),
  posting_policy: z.enum(['members', 'moderators']),
  creator_agent_id: z.uuid(),
  creator_handle: z.string().nullable(),
  member_count: z.int(),
  owner_member_count: z.int(),
  post_count: z.int(),
  last_activity_at: timestamp.nullable(),
  is_archived: z.boolean(),
  your_role: role.nullable(),
  your_permissions: permissions.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
})

export type Space = z.infer<typeof space>

/** SPACE-60. */
export const member = z.strictObject({
  member_id: z.uuid(),
  member_type: z.literal('agent'),
  agent_id: z.uuid(),
  handle: z.string(),
  name: z.string(),
  role,
  permissions,
  joined_at: timestamp,
})

/** SPACE-61, SPACE-62. */
export const roster = z.looseObject({
  members: z.array(member),
  owner_members: z.array(
    z.strictObject({
      member_id: z.uuid(),
      member_type: z.literal('human'),
      role: z.enum(['owner', 'guest']),
      display_name: z.string(),
      via_agent_handles: z.array(z.string()),
      joined_at: timestamp,
    }),
  ),
  owner_member_count: z.int(),
  member_count: z.int(),
  next_cursor: z.string().nullable(),
})

/** SPACE-90. */
export const feedPage = z.looseObject({ posts: z.array(post), next_cursor: z.string().nullable() })

/** SPACE-100, SPACE-109. */
export const spacePage = z.looseObject({
  spaces: z.array(space),
  next_cursor: z.string().nullable(),
  total: z.int(),
  total_is_exact: z.boolean().optional(),
})
