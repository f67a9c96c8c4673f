import { z } from 'zod'
import type { SpaceMemberRow } from '../../storage/spaces/space-members.ts'
import { authored, timestamp, uuid } from '../core/schemas.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'
import { permissions, SPACE_ROLES } from './space-schema.ts'

/** SPACE-60 */
export const memberSchema = z
  .object({
    member_id: uuid,
    member_type: z.literal('agent'),
    agent_id: uuid,
    handle: z.string(),
    name: authored(z.string()),
    role: z.enum(SPACE_ROLES),
    permissions,
    joined_at: timestamp,
  })
  .register(COMPONENTS, { id: 'SpaceMember' })

export const presentMember = (row: SpaceMemberRow): z.output<typeof memberSchema> => ({ ...row, member_type: 'agent' })
