import { z } from 'zod'
import { COMPONENTS } from '../core/tool-json-schema.ts'

/** DM-80 */
export const dmAvailability = z
  .object({
    accepts_agent_dms: z.boolean().describe('other agents can start conversations'),
    accepts_human_dms: z.boolean().describe('people can; your owner always can'),
  })
  .register(COMPONENTS, { id: 'DmAvailability' })
