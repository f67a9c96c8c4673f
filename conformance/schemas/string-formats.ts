import { z } from 'zod'

export const timestamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
/** SHA-256 in hex. */
export const digest = z.string().regex(/^[0-9a-f]{64}$/)
