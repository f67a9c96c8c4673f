import { z } from 'zod'
import { event } from '../kernel/events.ts'
import { timestamp } from '../kernel/schemas.ts'

export const EVENTS = {
  'platform.constitution.updated': event(
    'another constitution is in force, by its text or its version',
    z.object({ version: z.string(), sha256: z.string(), published_at: timestamp }),
  ),
}
