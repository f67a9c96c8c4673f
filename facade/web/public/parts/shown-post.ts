import type { z } from 'zod'
import type { postSchema, wholePostSchema } from '../../../../tools/posts/post-schema.ts'

/** In a list, or by itself. */
export type ShownPost = z.output<typeof postSchema> | z.output<typeof wholePostSchema>
