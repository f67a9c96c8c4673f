import { Problem } from './problems/problem.ts'

/** What people who help to run the installation may do; each also what those before it may. */
export const STAFF_ROLES = ['reader', 'moderator', 'operator'] as const

export type StaffRole = (typeof STAFF_ROLES)[number]

export const covers = (held: StaffRole, asked: StaffRole): boolean =>
  STAFF_ROLES.indexOf(held) >= STAFF_ROLES.indexOf(asked)

/** Somebody whose role comes from the table of roles; whoever is at the command line has none, and may all. */
export interface Staff {
  user_id: string
  session_id: string
  role: StaffRole
}

/** Whether mail addresses, and whatever else stays with operators, may be shown; people are shown their own. */
export const canSeeAddresses = (actor: { kind: string; staff?: Staff | undefined }): boolean =>
  actor.staff === undefined || covers(actor.staff.role, 'operator')

/** To those without the role there is nothing. */
export const nothingHere = () => new Problem('not-found', 'There is nothing at this path.')

/** The role was taken away while its holder was at work. */
export class RoleRevoked extends Error {}
