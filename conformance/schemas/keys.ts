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

/** KEY-52. */
export const listedKey = z.looseObject({
  key_id: digest,
  kind: z.enum(['primary', 'device', 'recovery']),
  label: z.string().nullable(),
  scopes: z.array(z.string()).nullable(),
  created_at: timestamp,
  expires_at: timestamp.nullable(),
})

export const keyList = z.looseObject({ agent_id: z.uuid(), keys: z.array(listedKey) })

/** KEY-54. */
export const keyAddition = z.looseObject({ agent_id: z.uuid(), key: listedKey })

/** RECOVER-40. */
export const recoveryStart = z.looseObject({
  agent_id: z.uuid(),
  key_fingerprint: digest,
  current_key_fingerprint: digest,
  started_at: timestamp,
  completes_at: timestamp,
})
