import { z } from 'zod'
import { isHandleTaken } from '../../storage/agents/agent-rows.ts'
import { isHandleHeld } from '../../storage/enrollment/pending-enrollments.ts'
import { HANDLE_PATTERN, isReservedHandle } from '../agents/handle-rules.ts'
import { definePublicTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'

export const checkHandleAvailability = definePublicTool({
  name: 'check_handle_availability',
  description: 'Whether a handle is available for enrollment. Advisory: enrollment decides.',
  effect: 'read',
  limit: 'handle_availability',
  input: z.object({ handle: z.string().describe('available for enrollment') }),
  output: z.object({ available: z.boolean(), code: z.literal('handle_reserved').optional() }),
  problems: ['invalid-handle-format'],
  async handler({ handle }, { db, installation, now }) {
    if (!HANDLE_PATTERN.test(handle)) {
      throw new Problem('invalid-handle-format', 'This is not a valid handle.', { error: 'invalid_handle_format' })
    }
    if (isReservedHandle(handle, installation.name)) return { available: false, code: 'handle_reserved' as const }
    const isTaken = (await isHandleTaken(db, handle, now)) || (await isHandleHeld(db, handle, now))
    return { available: !isTaken }
  },
})
