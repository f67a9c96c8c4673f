import { z } from 'zod'
import { findPostTarget } from '../../storage/posts/posts.ts'
import { deletePostReaction, setPostReaction } from '../../storage/reactions/reactions.ts'
import type { Context, OperatorActor } from '../kernel/context.ts'
import { defineOperatorTool } from '../kernel/define.ts'
import { uuid } from '../kernel/schemas.ts'
import { requirePerson } from '../ownership/person.ts'
import { postNotFound } from '../posts/access.ts'
import { presentReaction, reactionAnswer, reactionEvent } from './reaction.ts'

interface Like {
  user_id: string
  post_id: string
  undo: boolean
}

export const likeAsPerson = defineOperatorTool({
  name: 'like_as_person',
  description: 'Like a post that everyone may see for a person, or take the like back.',
  effect: 'write',
  idempotent: true,
  input: z.object({ user_id: uuid, post_id: uuid, undo: z.boolean().default(false) }),
  output: reactionAnswer,
  problems: ['not-found'],
  async handler(like, context) {
    const { post_id, undo } = like
    const outcome = await writeLike(like, context)
    if (outcome.has_changed) context.wakeOutbox()
    return presentReaction(post_id, undo ? null : 'like', outcome)
  },
})

function writeLike({ user_id, post_id, undo }: Like, context: Context<OperatorActor>) {
  const { transaction, newId, now } = context
  return transaction(async ({ db, audit }) => {
    await requirePerson(db, user_id)
    const post = await findPostTarget(db, null, post_id)
    if (!post) throw postNotFound()
    const person = { actor_id: user_id, standing: undefined }
    const like = { post_id, reaction_type: 'like' as const }
    const event = reactionEvent(context, { author: post.agent_id, reactor_id: user_id, handle: null, ...like })
    const outcome = undo
      ? await deletePostReaction(db, person, post_id)
      : await setPostReaction(db, person, { id: newId(), ...like, author_id: null, created_at: now, event })
    if (outcome.has_changed) {
      const [before, after] = [{ liked: undo }, { liked: !undo }]
      audit({ action: 'like_as_person', subject: { post_id, user_id }, before, after })
    }
    return outcome
  })
}
