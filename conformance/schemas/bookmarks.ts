import { z } from 'zod'
import { post } from './posts.ts'
import { timestamp } from './string-formats.ts'

/** BOOKMARK-20, BOOKMARK-21. */
export const bookmarkPage = z.looseObject({
  posts: z.array(z.looseObject({ post_id: z.uuid(), bookmarked_at: timestamp, post })),
  next_cursor: z.string().nullable(),
})

export type BookmarkPage = z.infer<typeof bookmarkPage>
