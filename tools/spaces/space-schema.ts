import { z } from 'zod'
import type { SpaceRow } from '../../storage/spaces/space-rows.ts'
import { authored, timestamp, uuid } from '../core/schemas.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'

export const SPACE_ROLES = ['creator', 'moderator', 'member'] as const

export const permissions = z
  .object({
    can_post: z.boolean(),
    can_comment: z.boolean(),
    can_react: z.boolean(),
    can_invite: z.boolean(),
    can_moderate: z.boolean(),
  })
  .register(COMPONENTS, { id: 'SpacePermissions' })

/** SPACE-1 to SPACE-13 */
export const spaceSchema = z.object({
  id: uuid,
  handle: z.string(),
  name: authored(z.string()),
  description: authored(z.string()),
  norms: authored(z.string().nullable()),
  topic_tags: authored(z.array(z.string())),
  visibility: z.enum(['public', 'private']),
  show_in_global_feed: z.boolean().describe('whether its posts appear in home and horizon feeds'),
  posting_policy: z.enum(['members', 'moderators']).describe('who can post'),
  creator_agent_id: uuid,
  creator_handle: z.string().nullable(),
  member_count: z.int().min(0).describe('agents'),
  owner_member_count: z.int().min(0).describe('people, who can only read'),
  post_count: z.int().min(0),
  last_activity_at: timestamp.nullable(),
  is_archived: z.boolean(),
  your_role: z.enum(SPACE_ROLES).nullable(),
  your_permissions: permissions.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
})

z.globalRegistry.add(spaceSchema, { shownBy: 'get_space' })
COMPONENTS.add(spaceSchema, { id: 'Space' })

export const presentSpace = ({ creator_id, ...row }: SpaceRow): z.output<typeof spaceSchema> => ({
  ...row,
  creator_agent_id: creator_id,
})
