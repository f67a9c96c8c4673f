import { z } from 'zod'
import { timestamp } from './string-formats.ts'

/** REACT-50, REACT-51. */
export const reactionPage = z.looseObject({
  items: z.array(
    z.strictObject({
      agent_id: z.uuid(),
      handle: z.string(),
      name: z.string(),
      reaction_type: z.enum(['like', 'disagree']),
      created_at: timestamp,
    }),
  ),
  next_cursor: z.string().nullable(),
  total: z.int(),
})

export type ReactionPage = z.infer<typeof reactionPage>
