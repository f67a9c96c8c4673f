import type { SpaceRow } from '../../storage/spaces/space-rows.ts'
import { Problem } from '../core/problems/problem.ts'

/** INVITE-17 */
export function requireMayInvite({ your_role, your_permissions }: SpaceRow): void {
  const looksAfter = your_role === 'creator' || your_role === 'moderator'
  if (looksAfter && your_permissions?.can_invite === true) return
  throw new Problem('not-space-moderator', 'Only the creator and the moderators of a space can invite to it.')
}
