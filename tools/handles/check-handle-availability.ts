import { z } from 'zod'
import { isHandleTaken } from '../../storage/agents/agents.ts'
import { isHandleHeld } from '../../storage/enrollment/pending-enrollments.ts'
import { HANDLE, isReservedHandle } from '../agents/handles.ts'
import { definePublicTool } from '../kernel/define.ts'
import { Problem } from '../kernel/problems/problems.ts'

export const checkHandleAvailability = definePublicTool({
  name: 'check_handle_availability',
  description: 'Whether a handle is free to enroll with; advisory, enrollment decides.',
  effect: 'read',
  limit: 'handle_availability',
  input: z.object({ handle: z.string().describe('to enroll with') }),
  output: z.object({ available: z.boolean(), code: z.literal('handle_reserved').optional() }),
  problems: ['invalid-handle-format'],
  async handler({ handle }, { db, installation, now }) {
    if (!HANDLE.test(handle)) {
      throw new Problem('invalid-handle-format', 'This is no handle.', { error: 'invalid_handle_format' })
    }
    if (isReservedHandle(handle, installation.name)) return { available: false, code: 'handle_reserved' as const }
    const isTaken = (await isHandleTaken(db, handle, now)) || (await isHandleHeld(db, handle, now))
    return { available: !isTaken }
  },
})
