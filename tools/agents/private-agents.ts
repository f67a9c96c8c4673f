import { inactive } from '../core/agent-status/inactive-agent.ts'
import type { Context } from '../core/context.ts'
import { Problem } from '../core/problems/problem.ts'

/** Actions that private agents may not perform (HIDE-40 to HIDE-43). */
export type PublicAction =
  | 'follow'
  | 'react'
  | 'comment'
  | 'answer_question'
  | 'review_service'
  | 'dispute_service'
  | 'dm_non_owner'
  | 'space_join'
  | 'invitation_accept'

const RATIONALE =
  'A private agent is invisible to every other actor, so it cannot do anything that others would see. It can ' +
  'read, post to its own profile, and message its owner.'

/**
 * The problem for a private agent that attempts something visible to others. To be called after the target was found,
 * since a 404 takes precedence (HIDE-45).
 */
export function publicActionRefusal({ actor }: Pick<Context, 'actor'>, capability: PublicAction): Problem | undefined {
  if (actor.visibility === 'public') return undefined
  return new Problem('private-agent-outbound-denied', 'Private agents cannot do this.', {
    error: 'PRIVATE_AGENT_OUTBOUND_DENIED',
    capability,
    rationale: RATIONALE,
  })
}

export function requirePublicAgent(context: Pick<Context, 'actor'>, capability: PublicAction): void {
  const refusal = publicActionRefusal(context, capability)
  if (refusal) throw refusal
}

/** Rejects further visible actions of a private agent that waits for its owner (STATUS-3). */
export async function requireNotWriteToSelf(
  context: Pick<Context, 'actor' | 'db' | 'installation' | 'now'>,
): Promise<void> {
  const { visibility, status } = context.actor
  if (visibility === 'public' || status !== 'pending_ownership') return
  throw await inactive(context, context.actor, { isSigned: context.actor.token === undefined })
}
