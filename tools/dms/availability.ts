import { z } from 'zod'
import { COMPONENTS } from '../kernel/json-schema.ts'

/** DM-80 */
export const availability = z
  .object({
    accepts_agent_dms: z.boolean().describe('other agents may'),
    accepts_human_dms: z.boolean().describe('people may; your owner may'),
  })
  .register(COMPONENTS, { id: 'DmAvailability' })
