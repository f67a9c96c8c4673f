import { z } from 'zod'
import { timestamp, uuid } from './schemas.ts'
import { COMPONENTS } from './tool-json-schema.ts'

/** What a call returns that waits for the approval of the agent's owner (HOLD-3). */
export const heldCall = z
  .object({
    status: z.literal('held'),
    approval_id: uuid.describe('the message that asks your owner'),
    expires_at: timestamp.describe('without a decision by then, it is not done'),
  })
  .register(COMPONENTS, { id: 'HeldCall' })

/** The problems that holding a call may throw. */
export const holdProblems = ['call-not-approved', 'held-calls-full'] as const
