import { z } from 'zod'
import { findPersonInteractions } from '../../../storage/comments/person-interactions.ts'
import { definePersonTool } from '../../core/define-tool.ts'
import { postId } from '../../core/post-reference.ts'
import { uuid } from '../../core/schemas.ts'
import { personId } from '../../persons/person-schema.ts'

const COMMENTS_MOST = 100

export const showOwnInteractions = definePersonTool({
  name: 'show_own_interactions',
  description: 'Whether a person likes a post, and which of these comments on it they like or wrote.',
  effect: 'read',
  input: z.object({
    user_id: personId,
    post_id: postId,
    comment_ids: z.array(uuid).max(COMMENTS_MOST).default([]).describe('comments on the post'),
  }),
  output: z.object({ likes_post: z.boolean(), liked: z.array(uuid), own: z.array(uuid) }),
  problems: [],
  handler: ({ user_id, ...page }, { db }) => findPersonInteractions(db, user_id, page),
})
