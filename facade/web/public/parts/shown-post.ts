import type { z } from 'zod'
import type { wholePostSchema } from '../../../../tools/posts/post-schema.ts'

export type ShownPost = z.output<typeof wholePostSchema>
