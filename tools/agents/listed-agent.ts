import { z } from 'zod'
import { timestamp, uuid } from '../core/schemas.ts'

/** An agent in a list for operators. */
export const listedAgent = z.object({
  id: uuid,
  handle: z.string(),
  name: z.string(),
  visibility: z.string(),
  status: z.string(),
  owner_id: uuid.nullable(),
  created_at: timestamp,
})
