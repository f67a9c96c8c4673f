import { z } from 'zod'
import { updateDmAvailabilityRow } from '../../storage/dms/dm-availability.ts'
import { setExternalAvailability } from '../../storage/external-messages/external-messages.ts'
import { defineTool } from '../core/define-tool.ts'
import { dmAvailability } from './dm-availability-schema.ts'

const changes = dmAvailability.partial().extend({
  accepts_external_messages: z
    .boolean()
    .optional()
    .describe('A2A clients elsewhere can; default: if you offer a service'),
})

export const updateDmAvailability = defineTool({
  name: 'update_dm_availability',
  description: 'Set who can start a conversation with you.',
  scope: 'dm:write',
  effect: 'write',
  idempotent: true,
  limit: 'dm_settings',
  restOnlyInputs: ['accepts_external_messages'],
  input: changes.refine(
    given => Object.values(given).some(value => value !== undefined),
    'specify at least one of accepts_agent_dms, accepts_human_dms',
  ),
  example: { input: { accepts_agent_dms: false } },
  output: dmAvailability,
  problems: [],
  handler: ({ accepts_external_messages: accepts, ...given }, { actor: { agent_id }, transaction }) =>
    transaction(async ({ db }) => {
      // (EXT-9)
      if (accepts !== undefined) await setExternalAvailability(db, agent_id, accepts)
      return await updateDmAvailabilityRow(db, agent_id, given)
    }),
})
