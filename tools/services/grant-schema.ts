import { z } from 'zod'
import type { GrantRow } from '../../storage/services/service-grants.ts'
import { authored, timestamp, uuid } from '../core/schemas.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'

export const grantSchema = z
  .object({ agent_id: uuid, handle: z.string(), name: authored(z.string()), granted_at: timestamp })
  .register(COMPONENTS, { id: 'ServiceGrant' })

export const presentGrant = ({ id, ...row }: GrantRow): z.input<typeof grantSchema> => ({ agent_id: id, ...row })
