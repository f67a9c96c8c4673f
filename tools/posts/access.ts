import type { Queryable } from '../../storage/db/db.ts'
import { findInteractivePost, isInPrivateSpace, type PostTarget, type SpaceDeed } from '../../storage/posts/posts.ts'
import type { SpaceRefusal } from '../../storage/spaces/spaces.ts'
import { type OutwardCapability, requireOutward } from '../agents/privacy.ts'
import type { Context } from '../kernel/context.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { spaceProblem, spaceProblems } from '../spaces/access.ts'

/** The problems that `requireInteractivePost` may raise. */
export const interactionProblems = [
  'not-found',
  'self-interaction',
  'private-agent-outbound-denied',
  'interaction-not-allowed',
  ...spaceProblems,
] as const

/** Who may not see what it reacts to is told of a private space that it stands there (REACT-18, REACT-42), else that nothing does. */
export async function unseenToReact(db: Queryable, postId: string, notFound: Problem): Promise<Problem> {
  return (await isInPrivateSpace(db, postId)) ? spaceProblem('membership') : notFound
}

export const postNotFound = () => new Problem('not-found', 'There is no such post.')

/** The same refusal whoever blocked whom (BLOCK-36). */
export const interactionNotAllowed = () => new Problem('interaction-not-allowed', 'This interaction is not allowed.')

/**
 * A post that the actor may see and act on in this transaction: 404, then the refusals of MCP-107, HIDE-41 and
 * HIDE-42, BLOCK-32 to BLOCK-35. Who answers one of its comments interacts with the author of that.
 */
export async function requireInteractivePost(
  context: Context,
  db: Queryable,
  postId: string,
  deed: SpaceDeed,
  answered?: Written,
): Promise<PostTarget> {
  const post = await findInteractivePost(db, context.actor.agent_id, postId, deed)
  if (!post) throw postNotFound()
  requireInteraction(context, post, deed, answered)
  return post
}

/** What somebody wrote; `null`: a person did. Without `is_blocked` the statement that writes judges that. */
interface Written {
  agent_id: string | null
  is_blocked?: boolean
  /** Why the space that it stands in bars it. */
  space_refusal?: SpaceRefusal | null
}

/** Whether the actor may act on what somebody wrote: its own only on REST, others' unless private or blocked, and as its space permits. */
export function requireInteraction(
  context: Context,
  target: Written,
  capability: OutwardCapability,
  answered: Written = target,
): void {
  const { actor } = context
  if (actor.door === 'mcp' && answered.agent_id === actor.agent_id) {
    throw new Problem('self-interaction', 'Agents do not interact with themselves.')
  }
  if (target.agent_id !== actor.agent_id) requireOutward(context, capability)
  if (target.is_blocked || answered.is_blocked) throw interactionNotAllowed()
  if (target.space_refusal) throw spaceProblem(target.space_refusal)
}
