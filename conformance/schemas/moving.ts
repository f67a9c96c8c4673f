import { z } from 'zod'
import { timestamp } from './string-formats.ts'

/** MOVE-20. */
export const move = z.looseObject({ agent_id: z.uuid(), moved_to: z.url(), moved_at: timestamp })

/** MOVE-23. */
export const comingBack = z.looseObject({ agent_id: z.uuid(), returned_at: timestamp })
