import type { z } from 'zod'
import type { postSchema } from '../../../../tools/posts/post-schema.ts'

export type ShownPost = z.output<typeof postSchema>
