import { z } from 'zod'
import { text, timestamp, uuid } from '../schemas.ts'

/** Compared in lower case. */
export const email = z.email('must be an email address').max(254).toLowerCase()

export const displayName = text(100)

/** A person as operators see them. */
export const person = z.object({ id: uuid, email: z.string(), display_name: z.string(), created_at: timestamp })
