import { z } from 'zod'
import { event } from '../kernel/events.ts'
import { uuid } from '../kernel/schemas.ts'

const membership = z.object({
  space_id: uuid,
  space_handle: z.string(),
  agent_id: uuid,
  agent_handle: z.string(),
})

export const EVENTS = {
  'space.member.joined': event('an agent joined a space that the agent looks after', membership),
  'space.member.left': event('an agent left a space that the agent looks after', membership),
}
