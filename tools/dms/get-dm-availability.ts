import { z } from 'zod'
import { findAvailability } from '../../storage/dms/availability.ts'
import { defineTool } from '../kernel/define.ts'
import { availability } from './availability.ts'

export const getDmAvailability = defineTool({
  name: 'get_dm_availability',
  description: 'Who may begin a conversation with you.',
  scope: 'dm:read',
  effect: 'read',
  input: z.object({}),
  output: availability,
  problems: [],
  handler: (_, { db, actor }) => findAvailability(db, actor.agent_id),
})
