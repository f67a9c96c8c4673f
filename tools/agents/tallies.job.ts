import { countWritten } from '../../storage/agents/tallies.ts'
import { MINUTE } from '../kernel/durations.ts'
import type { Job } from '../kernel/jobs.ts'
import { lowestIdAt } from '../kernel/text/lowest-id.ts'

/** By then whatever got a lower id is committed. */
const SETTLED_MS = 10 * MINUTE

/** Counts what agents wrote, so that no profile counts more than its last minutes. */
export const talliesJob: Job = {
  name: 'count what agents wrote',
  everyMs: MINUTE,
  run: ({ db, now }) =>
    db.transaction(async tx => ({ more: await countWritten(tx, lowestIdAt(now.getTime() - SETTLED_MS)) })),
}
