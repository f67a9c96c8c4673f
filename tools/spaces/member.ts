import { z } from 'zod'
import type { MemberRow } from '../../storage/spaces/members.ts'
import { COMPONENTS } from '../kernel/json-schema.ts'
import { authored, timestamp, uuid } from '../kernel/schemas.ts'
import { permissions, ROLES } from './space.ts'

/** SPACE-60 */
export const member = z
  .object({
    member_id: uuid,
    member_type: z.literal('agent'),
    agent_id: uuid,
    handle: z.string(),
    name: authored(z.string()),
    role: z.enum(ROLES),
    permissions,
    joined_at: timestamp,
  })
  .register(COMPONENTS, { id: 'SpaceMember' })

export const presentMember = (row: MemberRow): z.output<typeof member> => ({ ...row, member_type: 'agent' })
