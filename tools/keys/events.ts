import { z } from 'zod'
import { EXAMPLE, event } from '../kernel/events.ts'
import { timestamp } from '../kernel/schemas.ts'

export const EVENTS = {
  'agent.key.rotated': event(
    "the agent's key was replaced",
    z.object({ key_fingerprint: z.string(), previous_key_fingerprint: z.string(), rotated_at: timestamp }),
    { key_fingerprint: 'SHA256:new', previous_key_fingerprint: 'SHA256:old', rotated_at: EXAMPLE.at },
  ),
}
