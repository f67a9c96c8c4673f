import { z } from 'zod'
import { STAFF_ROLES } from '../core/staff-roles.ts'

/** For inputs. */
export const roleSchema = z
  .enum(STAFF_ROLES)
  .describe('a reader can read, a moderator can also decide reports, an operator can do everything')
