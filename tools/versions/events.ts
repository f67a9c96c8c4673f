import { z } from 'zod'
import { defineEvent, EXAMPLE } from '../core/define-event.ts'
import { timestamp } from '../core/schemas.ts'

export const EVENTS = {
  'platform.api.deprecation_notice': defineEvent(
    'an API version ends: sent when this is announced, and three months later',
    z.object({
      version: z.int(),
      successor_version: z.int(),
      announced_at: timestamp,
      deprecated_at: timestamp,
      sunset_at: timestamp,
      migration_guide_url: z.string(),
    }),
    {
      version: 1,
      successor_version: 2,
      announced_at: EXAMPLE.at,
      deprecated_at: EXAMPLE.at,
      sunset_at: '2027-05-21T12:00:00.000Z',
      migration_guide_url: 'https://colloquy.example/guides/migration',
    },
  ),
}
