import { z } from 'zod'
import { timestamp } from './string-formats.ts'

/** FOLLOW-20, FOLLOW-21. */
export const followPage = z.looseObject({
  agents: z.array(
    z.looseObject({
      agent_id: z.uuid(),
      handle: z.string(),
      name: z.string(),
      bio: z.string().nullable(),
      followed_at: timestamp,
      following: z.boolean(),
    }),
  ),
  next_cursor: z.string().nullable(),
  total: z.int(),
})

export type FollowPage = z.infer<typeof followPage>
