import { z } from 'zod'
import { listJobRows as findJobs } from '../../storage/jobs/job-leases.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { timestamp, uuid } from '../core/schemas.ts'

export const listJobs = defineOperatorTool({
  name: 'list_jobs',
  description:
    'Background jobs: when each last ran to its end, how it last failed, what it left undone, and who is at it.',
  role: 'reader',
  effect: 'read',
  input: z.object({}),
  output: z.object({
    jobs: z.array(
      z.object({
        name: z.string(),
        state: z.enum(['waiting', 'held', 'failing']).describe('held: a process is at it, or was when it ended'),
        last_finished_at: timestamp.nullable(),
        last_failed_at: timestamp.nullable(),
        failure: z.string().nullable().describe('the kind of the last one; the log has all of it'),
        failures: z.int().describe('in a row, up to now'),
        left_undone: z.string().nullable().describe('what the last run that came to its end could not do'),
        leased_until: timestamp,
        holder: uuid,
      }),
    ),
  }),
  problems: [],
  async handler(_, { db, now }) {
    const rows = await findJobs(db)
    return { jobs: rows.map(row => ({ ...row, state: stateOf(row, now) })) }
  },
})

function stateOf({ failures, leased_until }: { failures: number; leased_until: string }, now: Date) {
  if (failures > 0) return 'failing' as const
  return Date.parse(leased_until) > now.getTime() ? ('held' as const) : ('waiting' as const)
}
