import { z } from 'zod'
import { listJobRows as findJobs } from '../../storage/jobs/job-leases.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { timestamp, uuid } from '../core/schemas.ts'

export const listJobs = defineOperatorTool({
  name: 'list_jobs',
  description: 'Background jobs: the last completed run, the last failure, unfinished work, and the current process.',
  role: 'reader',
  effect: 'read',
  input: z.object({}),
  output: z.object({
    jobs: z.array(
      z.object({
        name: z.string(),
        state: z
          .enum(['waiting', 'held', 'failing'])
          .describe('held: a process is running it, or was when that process ended'),
        last_finished_at: timestamp.nullable(),
        last_failed_at: timestamp.nullable(),
        failure: z.string().nullable().describe('kind of the last failure; the log has the details'),
        failures: z.int().describe('consecutive failures'),
        left_undone: z.string().nullable().describe('what the last completed run could not do'),
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
