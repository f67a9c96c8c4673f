import type { z } from 'zod'
import type { comment } from '../../../../tools/comments/comment.ts'

export type Comment = z.output<typeof comment>

/** Where one is looked at by itself; `post` is the path of its post. */
export const commentPath = (post: string, id: string): string => `${post}/comments/${id}`
