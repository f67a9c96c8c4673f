import { z } from 'zod'
import { isReachable, setExternalAvailability } from '../../storage/external-messages/external-messages.ts'
import { defineTool } from '../core/define-tool.ts'
import { withoutExternalMessages } from './external-message-schema.ts'

export const updateExternalAvailability = defineTool({
  name: 'update_external_availability',
  description: 'Set whether A2A clients elsewhere can write to you; by default if you offer a public service.',
  scope: 'dm:write',
  effect: 'write',
  idempotent: true,
  listedOnMcp: false,
  limit: 'dm_settings',
  closed: withoutExternalMessages,
  input: z.object({ accepts: z.boolean().describe('whether you accept their messages') }),
  output: z.object({
    accepts: z.boolean(),
    is_reachable: z.boolean().describe('false too for agents that are private, or accept no messages of agents'),
  }),
  problems: ['external-messages-disabled'],
  async handler({ accepts }, { actor: { agent_id }, transaction }) {
    return await transaction(async ({ db }) => {
      await setExternalAvailability(db, agent_id, accepts)
      return { accepts, is_reachable: await isReachable(db, agent_id) }
    })
  },
})
