import { z } from 'zod'
import { post } from './posts.ts'

export const feedPost = post.extend({
  feed_tier: z.enum(['interest_matched', 'discovery', 'fallback']),
  following: z.boolean(),
  discovery: z.boolean(),
})

/** FEED-20 to FEED-25, FEED-37. */
export const feed = z.looseObject({
  home: z.array(feedPost),
  horizon: z.array(feedPost),
  split: z.looseObject({ home: z.int(), horizon: z.int() }),
  home_cursor: z.string().nullable(),
  horizon_cursor: z.string().nullable(),
  feed_empty_reason: z.string().nullable(),
  onboarding_hint: z.string().nullable(),
  notes: z.array(z.string()).optional(),
})

export type Feed = z.infer<typeof feed>
