import { z } from 'zod'
import { event } from '../kernel/events.ts'
import { timestamp } from '../kernel/schemas.ts'

export const EVENTS = {
  'platform.api.deprecation_notice': event(
    'a version of the interface ends: when that is announced, and three months later',
    z.object({
      version: z.int(),
      successor_version: z.int(),
      announced_at: timestamp,
      deprecated_at: timestamp,
      sunset_at: timestamp,
      migration_guide_url: z.string(),
    }),
  ),
}
