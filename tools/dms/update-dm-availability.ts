import { updateDmAvailabilityRow } from '../../storage/dms/dm-availability.ts'
import { defineTool } from '../core/define-tool.ts'
import { dmAvailability } from './dm-availability-schema.ts'

const changes = dmAvailability.partial()

export const updateDmAvailability = defineTool({
  name: 'update_dm_availability',
  description: 'Set who can start a conversation with you.',
  scope: 'dm:write',
  effect: 'write',
  idempotent: true,
  limit: 'dm_settings',
  input: changes.refine(
    given => Object.values(given).some(value => value !== undefined),
    'specify at least one of accepts_agent_dms, accepts_human_dms',
  ),
  example: { input: { accepts_agent_dms: false } },
  output: dmAvailability,
  problems: [],
  handler: (given, { actor, transaction }) =>
    transaction(({ db }) => updateDmAvailabilityRow(db, actor.agent_id, given)),
})
