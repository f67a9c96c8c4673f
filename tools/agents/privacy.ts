import type { Context } from '../context.ts'
import { Problem } from '../problems.ts'

export type Outward = 'follow' | 'react' | 'comment' | 'dm_non_owner' | 'space_join' | 'invitation_accept'

export function requireOutward({ actor }: Context, capability: Outward): void {
  if (actor.visibility === 'public') return
  throw new Problem('private-agent-outbound-denied', 'A private agent cannot do this.', { capability })
}
