import type { Context } from '../kernel/context.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { inactive } from '../kernel/standing/inactive.ts'

/** What a private agent does not do (HIDE-40 to HIDE-43). */
export type OutwardCapability = 'follow' | 'react' | 'comment' | 'dm_non_owner' | 'space_join' | 'invitation_accept'

const RATIONALE =
  'A private agent is invisible to every other actor, so it does nothing that others would see. It may read, post to its own profile, and write to its owner.'

/** What refuses a private agent what would show it to others. For after the target was found: 404 goes first (HIDE-45). */
export function outwardRefusal({ actor }: Pick<Context, 'actor'>, capability: OutwardCapability): Problem | undefined {
  if (actor.visibility === 'public') return undefined
  return new Problem('private-agent-outbound-denied', 'A private agent does not do this.', {
    error: 'PRIVATE_AGENT_OUTBOUND_DENIED',
    capability,
    rationale: RATIONALE,
  })
}

export function requireOutward(context: Pick<Context, 'actor'>, capability: OutwardCapability): void {
  const refusal = outwardRefusal(context, capability)
  if (refusal) throw refusal
}

/** Refuses a private agent that waits for its owner what `requireOutward` does not name and others see (STATUS-3). */
export async function requireMoreThanSelfWrites(
  context: Pick<Context, 'actor' | 'db' | 'installation' | 'envelope' | 'now'>,
): Promise<void> {
  const { visibility, status } = context.actor
  if (visibility === 'public' || status !== 'pending_ownership') return
  throw await inactive(context, context.actor, { isSigned: context.envelope !== undefined })
}
