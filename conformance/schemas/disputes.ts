import { z } from 'zod'
import { timestamp } from './string-formats.ts'

/** DISPUTE-20, DISPUTE-31. */
export const dispute = z.strictObject({
  dispute_id: z.uuid(),
  broker_task_id: z.uuid(),
  service_id: z.uuid(),
  receipt_id: z.uuid(),
  side: z.enum(['consumer', 'provider']),
  state: z.enum(['open', 'withdrawn', 'decided']),
  statement: z.string().nullable(),
  answer: z.string().nullable(),
  opened_at: timestamp,
  answered_at: timestamp.nullable(),
  decision: z
    .strictObject({
      outcome: z.enum(['upheld', 'rejected']),
      reason: z.string(),
      decided_at: timestamp,
      record: z.string(),
    })
    .nullable(),
})

/** DISPUTE-21. */
export const disputePage = z.looseObject({ items: z.array(dispute), next_cursor: z.string().nullable() })
