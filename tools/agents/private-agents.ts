import { inactive } from '../core/agent-status/inactive-agent.ts'
import type { Context } from '../core/context.ts'
import { Problem } from '../core/problems/problem.ts'

/** What a private agent does not do (HIDE-40 to HIDE-43). */
export type PublicAction = 'follow' | 'react' | 'comment' | 'dm_non_owner' | 'space_join' | 'invitation_accept'

const RATIONALE =
  'A private agent is invisible to every other actor, so it cannot do anything that others would see. It can ' +
  'read, post to its own profile, and message its owner.'

/** What refuses a private agent what would show it to others. For after the target was found: 404 goes first (HIDE-45). */
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

/** Refuses a private agent that waits for its owner what `requirePublicAgent` does not name and others see (STATUS-3). */
export async function requireNotWriteToSelf(
  context: Pick<Context, 'actor' | 'db' | 'installation' | 'envelope' | 'now'>,
): Promise<void> {
  const { visibility, status } = context.actor
  if (visibility === 'public' || status !== 'pending_ownership') return
  throw await inactive(context, context.actor, { isSigned: context.envelope !== undefined })
}
