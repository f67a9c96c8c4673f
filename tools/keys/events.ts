import { z } from 'zod'
import { event } from '../kernel/events.ts'
import { timestamp } from '../kernel/schemas.ts'

export const EVENTS = {
  'agent.key.rotated': event(
    "the agent's key was replaced",
    z.object({ key_fingerprint: z.string(), previous_key_fingerprint: z.string(), rotated_at: timestamp }),
  ),
}
