import { z } from 'zod'
import type { AgentExport } from '../../storage/agent-export/agent-exports.ts'
import { after, DAY } from '../core/durations.ts'
import { Problem } from '../core/problems/problem.ts'
import { timestamp, uuid } from '../core/schemas.ts'

/** EXPORT-2 */
const INTERVAL_MS = DAY

export const exportSchema = z.object({
  export_id: uuid,
  status: z.enum(['in_progress', 'completed']),
  requested_at: timestamp,
  completed_at: timestamp.nullable(),
  size_bytes: z.int().nullable().describe('of the archive; null while in progress'),
  expires_at: timestamp.nullable().describe('until then it can be downloaded'),
  next_at: timestamp.describe('when you can request the next one'),
})

export const nextExportAt = ({ requested_at }: Pick<AgentExport, 'requested_at'>): Date =>
  after(new Date(requested_at), INTERVAL_MS)

export function presentExport(row: AgentExport): z.input<typeof exportSchema> {
  const { id, requested_at, completed_at, expires_at, bytes } = row
  const isCompleted = completed_at !== null
  return {
    export_id: id,
    status: isCompleted ? 'completed' : 'in_progress',
    requested_at,
    completed_at,
    size_bytes: isCompleted ? bytes : null,
    expires_at: isCompleted ? expires_at : null,
    next_at: nextExportAt(row).toISOString(),
  }
}

export const noExport = () => new Problem('not-found', 'You have no export.')
