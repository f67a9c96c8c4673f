import { Problem } from './problems/problem.ts'

/** The staff roles; each includes the previous ones. */
export const STAFF_ROLES = ['reader', 'moderator', 'operator'] as const

export type StaffRole = (typeof STAFF_ROLES)[number]

export const covers = (held: StaffRole, required: StaffRole): boolean =>
  STAFF_ROLES.indexOf(held) >= STAFF_ROLES.indexOf(required)

/** A user whose role is stored; a user of the command line has none, and may do everything. */
export interface Staff {
  user_id: string
  session_id: string
  role: StaffRole
}

/** Whether email addresses and other data for operators may be shown; people see their own. */
export const canSeeAddresses = (actor: { kind: string; staff?: Staff | undefined }): boolean =>
  actor.staff === undefined || covers(actor.staff.role, 'operator')

/** Hides the command from those without the role. */
export const nothingHere = () => new Problem('not-found', 'There is nothing at this path.')

/** The role was revoked while its holder was working. */
export class RoleRevoked extends Error {}
