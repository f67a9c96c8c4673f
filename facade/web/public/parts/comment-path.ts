import type { z } from 'zod'
import type { commentSchema } from '../../../../tools/comments/comment-schema.ts'

export type ShownComment = z.output<typeof commentSchema>

/** The path of the page of a comment; `post` is the path of its post. */
export const commentPath = (post: string, id: string): string => `${post}/comments/${id}`
