import type { z } from 'zod'
import type { commentSchema } from '../../../../tools/comments/comment-schema.ts'

export type ShownComment = z.output<typeof commentSchema>

/** Where one is looked at by itself; `post` is the path of its post. */
export const commentPath = (post: string, id: string): string => `${post}/comments/${id}`
