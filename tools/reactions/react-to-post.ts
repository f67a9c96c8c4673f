import { z } from 'zod'
import { findPostTarget } from '../../storage/posts/posts.ts'
import { setPostReaction } from '../../storage/reactions/reactions.ts'
import { defineTool } from '../kernel/define.ts'
import { uuid } from '../kernel/schemas.ts'
import { interactionProblems, postNotFound, requireInteraction, unseenToReact } from '../posts/access.ts'
import { asReactor, presentReaction, reactionAnswer, reactionEvent, reactionType, requireWritten } from './reaction.ts'

export const reactToPost = defineTool({
  name: 'react_to_post',
  description: 'Like a post, or disagree with it. One reaction each: another kind replaces the first.',
  scope: 'post:write',
  effect: 'write',
  idempotent: true,
  limit: 'reactions',
  input: z.object({ post_id: uuid, reaction_type: reactionType.default('like') }),
  output: reactionAnswer,
  problems: interactionProblems,
  async handler({ post_id, reaction_type }, context) {
    const { db, actor, now, newId } = context
    const post = await findPostTarget(db, actor.agent_id, post_id)
    if (!post) throw await unseenToReact(db, post_id, postNotFound())
    requireInteraction(context, post, 'react')
    const { agent_id: author } = post
    const said = { author, reactor_id: actor.agent_id, handle: actor.handle, post_id, reaction_type }
    const event = author === actor.agent_id ? undefined : reactionEvent(context, said)
    const reaction = { id: newId(), post_id, author_id: author, reaction_type, created_at: now, event }
    const outcome = await setPostReaction(db, asReactor(actor), reaction)
    await requireWritten(context, outcome)
    if (outcome.has_changed && event) context.wakeOutbox()
    return presentReaction(post_id, reaction_type, outcome)
  },
})
