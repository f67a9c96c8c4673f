import { z } from 'zod'
import { ROLES } from '../kernel/roles.ts'

/** As an input. */
export const role = z.enum(ROLES).describe('reader looks, moderator decides what is reported too, operator may all')
