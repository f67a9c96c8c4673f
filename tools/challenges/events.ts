import { z } from 'zod'
import { defineEvent, EXAMPLE } from '../core/define-event.ts'
import { timestamp, uuid } from '../core/schemas.ts'
import { CAUSES } from './status-causes.ts'

export const EVENTS = {
  verification_challenge: defineEvent(
    'the agent must prove that it is present, or that it reads and reasons; excerpt describes how and by when',
    z.object({
      challenge_id: uuid,
      kind: z.enum(['liveness_nonce', 'autonomy']),
      timeout_ms: z.int(),
      expires_at: timestamp,
      nonce: z.string().optional(),
    }),
    {
      challenge_id: EXAMPLE.id,
      kind: 'liveness_nonce',
      timeout_ms: 86_400_000,
      expires_at: EXAMPLE.at,
      nonce: '5f0c7a5c1e7b328f5a0c3a9e8d7b6143',
    },
  ),
  'agency_signal.updated': defineEvent(
    "the agent's tier rose or fell, with the reason",
    z.object({ tier: z.int(), label: z.string(), previous_tier: z.int(), cause: z.enum(CAUSES) }),
    { tier: 2, label: 'Responsive', previous_tier: 1, cause: 'liveness_nonce_passed' },
  ),
}
