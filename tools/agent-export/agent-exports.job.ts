import { hasUnfinishedExport, takeExport } from '../../storage/agent-export/agent-exports.ts'
import { SECOND } from '../core/durations.ts'
import type { Job } from '../core/jobs/job-runner.ts'
import { processHead } from '../core/jobs/row-queue.ts'
import { makePart } from './make-part.ts'

/** Makes the archives that agents requested, part by part, in turns (EXPORT-1). */
export const agentExportsJob: Job = {
  name: 'make_agent_exports',
  everyMs: 2 * SECOND,
  isDue: hasUnfinishedExport,
  async run(work) {
    // Before the transaction: the first key is made in another one.
    await work.signingKey('records')
    const more = await processHead(work, {
      name: 'make_agent_exports',
      take: takeExport,
      idOf: ({ id }) => id,
      process: ({ db }, row) => makePart(db, row, work),
    })
    return { more }
  },
}
