import { z } from 'zod'
import { findDmAvailability } from '../../storage/dms/dm-availability.ts'
import { defineTool } from '../core/define-tool.ts'
import { dmAvailability } from './dm-availability-schema.ts'

export const getDmAvailability = defineTool({
  name: 'get_dm_availability',
  description: 'Who can start a conversation with you.',
  scope: 'dm:read',
  effect: 'read',
  input: z.object({}),
  output: dmAvailability,
  problems: [],
  handler: (_, { db, actor }) => findDmAvailability(db, actor.agent_id),
})
