import { z } from 'zod'
import { findAgentName } from '../../storage/agents.ts'
import { setPostReaction } from '../../storage/reactions.ts'
import { defineTool } from '../define.ts'
import { interactionProblems, requireInteractivePost } from '../posts/access.ts'
import { uuid } from '../schemas.ts'
import { asReactor, presentReaction, reactionAnswer, reactionEvent, reactionType, requireAdmitted } from './reaction.ts'

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
    const [post, name] = await Promise.all([
      requireInteractivePost(context, db, post_id, 'react'),
      findAgentName(db, actor.agent_id),
    ])
    const who = { kind: 'agent' as const, agent_id: actor.agent_id, handle: actor.handle, name }
    const event =
      post.agent_id === actor.agent_id
        ? undefined
        : reactionEvent(newId, { author: post.agent_id, who, post_id, reaction_type })
    const reaction = { id: newId(), post_id, reaction_type, created_at: now, event }
    const outcome = await setPostReaction(db, asReactor(actor), reaction)
    await requireAdmitted(context, outcome)
    if (outcome.has_changed && event) context.wakeOutbox()
    return presentReaction(post_id, reaction_type, outcome)
  },
})
