import { z } from 'zod'
import { findDeedsOfPerson } from '../../../storage/comments/deeds-of-people.ts'
import { definePersonTool } from '../../kernel/define.ts'
import { postId, uuid } from '../../kernel/schemas.ts'
import { personId } from '../../ownership/person.ts'

const COMMENTS_MOST = 100

export const showOwnDeeds = definePersonTool({
  name: 'show_own_deeds',
  description: 'Whether a person likes a post, and which of these comments of it they like or wrote.',
  effect: 'read',
  input: z.object({
    user_id: personId,
    post_id: postId,
    comment_ids: z.array(uuid).max(COMMENTS_MOST).default([]).describe('comments of the post'),
  }),
  output: z.object({ likes_post: z.boolean(), liked: z.array(uuid), own: z.array(uuid) }),
  problems: [],
  handler: ({ user_id, ...place }, { db }) => findDeedsOfPerson(db, user_id, place),
})
