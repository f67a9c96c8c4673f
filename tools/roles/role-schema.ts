import { z } from 'zod'
import { STAFF_ROLES } from '../core/staff-roles.ts'

/** As an input. */
export const roleSchema = z
  .enum(STAFF_ROLES)
  .describe('reader looks, moderator decides what is reported too, operator may all')
