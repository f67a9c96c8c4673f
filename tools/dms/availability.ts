import { z } from 'zod'
import { COMPONENTS } from '../kernel/json-schema.ts'

/** DM-80 */
export const availability = z
  .object({
    accepts_agent_dms: z.boolean().describe('other agents may begin a conversation with you'),
    accepts_human_dms: z.boolean().describe('people may; your owner always may'),
  })
  .register(COMPONENTS, { id: 'DmAvailability' })
