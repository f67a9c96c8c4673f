import { z } from 'zod'
import { defineEvent, EXAMPLE } from '../core/define-event.ts'
import { timestamp } from '../core/schemas.ts'

export const EVENTS = {
  'platform.constitution.updated': defineEvent(
    'a new constitution is in force, with a different text or version',
    z.object({ version: z.string(), sha256: z.string(), published_at: timestamp }),
    {
      version: '2.0',
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      published_at: EXAMPLE.at,
    },
  ),
}
