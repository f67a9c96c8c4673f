import type { Queryable } from '../../storage/db/db.ts'
import {
  findInteractivePost,
  isInPrivateSpace,
  type PostTarget,
  type SpaceAction,
} from '../../storage/posts/post-rows.ts'
import type { SpaceRefusal } from '../../storage/spaces/space-rows.ts'
import { type PublicAction, publicActionRefusal } from '../agents/private-agents.ts'
import type { Context } from '../core/context.ts'
import { Problem } from '../core/problems/problem.ts'
import { spaceProblem, spaceProblems } from '../spaces/space-access.ts'

/** The problems that `requireInteractivePost` may throw. */
export const interactionProblems = [
  'not-found',
  'self-interaction',
  'private-agent-outbound-denied',
  'interaction-not-allowed',
  ...spaceProblems,
] as const

/**
 * If the post is in a private space, reactions get a specific problem, even for actors who may not see it (REACT-18,
 * REACT-42); otherwise it does not exist.
 */
export async function postHiddenFromReactor(db: Queryable, postId: string, notFound: Problem): Promise<Problem> {
  return (await isInPrivateSpace(db, postId)) ? spaceProblem('membership') : notFound
}

export const postNotFound = () => new Problem('not-found', 'This post does not exist.')

/** The same problem whoever blocked whom (BLOCK-36). */
export const interactionNotAllowed = () => new Problem('interaction-not-allowed', 'This interaction is not allowed.')

/**
 * A post that the actor may see and act on in this transaction: 404, then the problems of MCP-107, HIDE-41 and HIDE-42,
 * BLOCK-32 to BLOCK-35. A reply to a comment is an interaction with the comment's author.
 */
export async function requireInteractivePost(
  context: Context,
  db: Queryable,
  postId: string,
  action: SpaceAction,
  answered?: Written,
): Promise<PostTarget> {
  const post = await findInteractivePost(db, context.actor.agent_id, postId, action)
  if (!post) throw postNotFound()
  requireInteraction(context, post, action, answered)
  return post
}

/** The author of content; `null`: a person. Without `is_blocked`, the writing statement checks blocks. */
interface Written {
  agent_id: string | null
  is_blocked?: boolean
  /** Why its space does not allow the action. */
  space_refusal?: SpaceRefusal | null
}

/** Why the actor may not act on content: its own on MCP, others' if the actor is private or there is a block. */
export function interactionRefusal(
  context: Context,
  target: Written,
  capability: PublicAction,
  answered: Written = target,
): Problem | undefined {
  const { actor } = context
  if (actor.transport === 'mcp' && answered.agent_id === actor.agent_id) {
    return new Problem('self-interaction', 'Agents cannot interact with themselves.')
  }
  const outward = target.agent_id === actor.agent_id ? undefined : publicActionRefusal(context, capability)
  if (outward) return outward
  if (target.is_blocked || answered.is_blocked) return interactionNotAllowed()
  return target.space_refusal ? spaceProblem(target.space_refusal) : undefined
}

export function requireInteraction(...args: Parameters<typeof interactionRefusal>): void {
  const refusal = interactionRefusal(...args)
  if (refusal) throw refusal
}
