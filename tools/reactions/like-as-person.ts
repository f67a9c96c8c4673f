import { z } from 'zod'
import { type PostReaction, reactToPosts } from '../../storage/reactions/react-to-posts.ts'
import type { Context, OperatorActor, PersonActor } from '../core/context.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { postId } from '../core/post-reference.ts'
import { personId, requirePerson } from '../persons/person-schema.ts'
import { postNotFound } from '../posts/post-access.ts'
import { NO_EVENT, presentReaction, reactionOutput, reactorEventBody } from './react-as.ts'

interface Like {
  user_id: string
  post_id: string
  undo: boolean
}

export const likeAsPerson = definePersonTool({
  name: 'like_as_person',
  description: 'Like a public post on behalf of a person, or remove the like.',
  effect: 'write',
  idempotent: true,
  limit: 'person_interactions',
  input: z.object({
    user_id: personId,
    post_id: postId,
    undo: z.boolean().default(false).describe('remove the like'),
  }),
  output: reactionOutput,
  problems: ['not-found'],
  async handler(like, context) {
    const { post_id, undo } = like
    const outcome = await writeLike(like, context)
    if (outcome.has_changed) context.wakeOutbox()
    return presentReaction(post_id, undo ? null : 'like', outcome)
  },
})

function writeLike({ user_id, post_id, undo }: Like, context: Context<OperatorActor | PersonActor>) {
  const { transaction, newId, now } = context
  return transaction(async ({ db, audit }) => {
    await requirePerson(db, user_id)
    const reaction: PostReaction = {
      id: newId(),
      post_id,
      reaction_type: undo ? null : 'like',
      created_at: now.toISOString(),
      actor_id: user_id,
      key_version: null,
      status: null,
      may: 'all',
      ...(undo ? NO_EVENT : reactorEventBody(context, { id: user_id, handle: null }, post_id, 'like')),
    }
    const [outcome] = await reactToPosts.run(db, [reaction])
    if (outcome?.outcome !== 'done') throw postNotFound()
    if (outcome.has_changed) {
      const [before, after] = [{ liked: undo }, { liked: !undo }]
      audit({ action: 'like_as_person', subject: { post_id, user_id }, before, after })
    }
    return outcome
  })
}
