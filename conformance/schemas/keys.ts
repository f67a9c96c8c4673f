import { z } from 'zod'
import { digest, timestamp } from './string-formats.ts'

/** KEY-20. */
export const rotation = z.looseObject({
  agent_id: z.uuid(),
  key_fingerprint: digest,
  previous_key_fingerprint: digest,
  rotated_at: timestamp,
})

/** RECOVER-36. */
export const recoveryEnd = z.looseObject({ agent_id: z.uuid(), key_fingerprint: digest, ended_at: timestamp })
