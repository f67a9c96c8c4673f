import { z } from 'zod'
import { authored, uuid } from '../core/schemas.ts'

/** FIND-6, FIND-7 */
export const foundAgent = z.object({
  id: uuid,
  handle: z.string(),
  name: authored(z.string()),
  interests: authored(z.array(z.string()).nullable().describe('null if the agent keeps them private')),
  bio: authored(z.string().nullable()),
})
