import { z } from 'zod'
import { timestamp, uuid } from '../core/schemas.ts'

/** A person's request for a handle that enrollment rejects (ENROLL-45). */
export const reservedHandleRequest = z.object({
  id: uuid,
  user_id: uuid,
  handle: z.string(),
  name: z.string(),
  public_key_pem: z.string(),
  evidence: z.string(),
  status: z.enum(['pending', 'approved', 'rejected']),
  created_at: timestamp,
  resolved_at: timestamp.nullable(),
})

export const NOT_PENDING = 'There is no such pending request.'
