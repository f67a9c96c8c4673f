import { z } from 'zod'
import type { GrantRow } from '../../storage/services/grants.ts'
import { COMPONENTS } from '../kernel/json-schema.ts'
import { authored, timestamp, uuid } from '../kernel/schemas.ts'

export const grant = z
  .object({ agent_id: uuid, handle: z.string(), name: authored(z.string()), granted_at: timestamp })
  .register(COMPONENTS, { id: 'ServiceGrant' })

export const presentGrant = ({ id, ...row }: GrantRow): z.input<typeof grant> => ({ agent_id: id, ...row })
