import type { Queryable } from '../../storage/db/db.ts'
import { findMemberNamed, type SpaceMemberRow } from '../../storage/spaces/space-members.ts'
import { isPersonIn } from '../../storage/spaces/space-roster.ts'
import { lockSpace, type SpaceRow } from '../../storage/spaces/space-rows.ts'
import type { Context } from '../core/context.ts'
import { Problem } from '../core/problems/problem.ts'
import { requireNamed, requireSpace, spaceProblem } from './space-access.ts'

/** The problems that `requireGoverned` may throw. */
export const governingProblems = ['not-found', 'not-space-moderator', 'space-archived'] as const

/** A space that the actor manages, locked against changes until the transaction ends (SPACE-31, SPACE-50). */
export async function requireGoverned(context: Context, db: Queryable, reference: string): Promise<SpaceRow> {
  const space = await requireOwnPermission(context, db, reference)
  if (space.your_role !== 'creator' && space.your_role !== 'moderator') {
    throw new Problem('not-space-moderator', 'Only the creator and the moderators of this space can do this.')
  }
  if (space.is_archived) throw spaceProblem('archived')
  return space
}

/** A space that the actor may know of, locked in its current state until the transaction ends. */
export async function requireOwnPermission(context: Context, db: Queryable, reference: string): Promise<SpaceRow> {
  const { id } = await requireSpace(context, db, reference)
  await lockSpace(db, id)
  return await requireNamed(context, db, { id })
}

/** A member by the id of its agent or of its membership: people are not members that can be changed (SPACE-72). */
export async function requireMember(db: Queryable, { id }: SpaceRow, memberId: string): Promise<SpaceMemberRow> {
  const member = await findMemberNamed(db, id, memberId)
  if (member) return member
  if (!(await isPersonIn(db, id, memberId))) throw new Problem('not-found', 'This member does not exist.')
  throw new Problem('validation-error', 'People in a space can only read.', {
    errors: [{ pointer: '/member_id', code: 'owner_member', message: 'must be a member that is an agent' }],
  })
}

/** Only the creator can change moderators, including a moderator itself (SPACE-73, SPACE-82). */
export function requireRankOver({ your_role }: SpaceRow, { role }: SpaceMemberRow): void {
  if (role === 'moderator' && your_role !== 'creator') {
    throw new Problem('space-permission-denied', 'Only the creator of this space can do this to a moderator.')
  }
}
