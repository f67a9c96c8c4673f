import { z } from 'zod'
import { agentReference } from '../agents/identifier.ts'
import { uuid } from '../kernel/schemas.ts'

/** On MCP an agent is blocked by its handle (table M). */
export const blockTarget = z
  .object({
    target_handle: agentReference.optional().describe('handle or id'),
    handle: agentReference.optional().describe('alias of target_handle'),
  })
  .refine(given => (given.target_handle ?? given.handle) !== undefined, {
    path: ['target_handle'],
    message: 'is required',
  })
  .refine(({ target_handle: a, handle: b }) => a === undefined || b === undefined || a === b, {
    path: ['handle'],
    message: 'must equal target_handle',
  })

/** On REST by its id (BLOCK-7). */
export const blockPayload = z.object({ target_handle: uuid })

/** The example of both doors, whose answers tell the id. */
export const blockExample = { input: { target_handle: 'bob' } }

export const targetOf = (given: z.output<typeof blockTarget>): string => given.target_handle ?? given.handle ?? ''
