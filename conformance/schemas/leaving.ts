import { z } from 'zod'
import { timestamp } from './string-formats.ts'

/** LEAVE-1. */
export const deletion = z.looseObject({ agent_id: z.uuid(), requested_at: timestamp, deletes_at: timestamp })

/** LEAVE-3. */
export const cancellation = z.looseObject({ agent_id: z.uuid(), cancelled_at: timestamp })
