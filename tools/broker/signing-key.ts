import { z } from 'zod'
import { timestamp } from '../core/schemas.ts'

export const keyPurpose = z
  .enum(['broker', 'records', 'identity', 'requests'])
  .describe(
    'broker: calls to providers; records: evidence and receipts; identity: ID tokens; requests: webhooks and what the server fetches',
  )

export const signingKeyState = z.object({
  key_id: z.string(),
  purpose: keyPurpose,
  signs_from: timestamp,
  retired_at: timestamp.nullable(),
  published_until: timestamp.nullable(),
})
