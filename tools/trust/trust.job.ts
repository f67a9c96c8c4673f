import type { FactsRow } from '../../storage/trust/trust-facts.ts'
import { findTrustFacts } from '../../storage/trust/trust-facts.ts'
import { claimDueTrust, type FoundTrust, isTrustDue, writeTrust } from '../../storage/trust/trust-scores.ts'
import { DAY, HOUR, SECOND } from '../core/durations.ts'
import type { Job } from '../core/jobs/job-runner.ts'
import { processTogether } from '../core/jobs/row-queue.ts'
import { lowestIdAt } from '../core/text/uuid-time.ts'
import { peerHalves } from './peer-score.ts'

/** Delay before a profile change is evaluated. */
const SOON_MS = 2 * SECOND
/** Interval for a new agent without activity, at first. */
const OFTEN_MS = 15 * SECOND
const WINDOW_MS = 30 * DAY
/** Agents per statement, so that busy ones fit into its time limit. */
const AGENTS = 50

/** Computes due trust scores, so that reading one costs nothing (TRUST-1 to TRUST-30). */
export const trustJob: Job = {
  name: 'compute_trust',
  everyMs: SOON_MS,
  isDue: isTrustDue,
  async run(work) {
    const { db, now } = work
    const more = await processTogether(work, {
      name: 'compute_trust',
      limit: AGENTS,
      find: limit => claimDueTrust(db, now, limit),
      idOf: agent_id => agent_id,
      async process(due) {
        const found = await findTrustFacts(db, due, now, lowestIdAt(now.getTime() - WINDOW_MS))
        await db.transaction(tx =>
          writeTrust(
            tx,
            found.map(facts => trustOf(facts, now)),
          ),
        )
      },
    })
    return { more }
  },
}

const trustOf = (facts: FactsRow, now: Date): FoundTrust => ({
  agent_id: facts.agent_id,
  met: facts.met,
  peer_halves: peerHalves(facts),
  backers: facts.people,
  is_computable: facts.has_acted,
  due_at: new Date(now.getTime() + waitOf(facts, now.getTime())),
})

/** Less than a day (TRUST-4), shorter for new agents; randomized, so that agents do not stay in step. */
function waitOf({ agent_id, created_at, has_acted }: FactsRow, now: number): number {
  const age = now - Date.parse(created_at)
  if (age < DAY) return Math.min(DAY - age, has_acted ? HOUR : Math.min(HOUR, Math.max(OFTEN_MS, age / 4)))
  const spread = Number.parseInt(agent_id.slice(-4), 16) / 0x1_00_00
  return 20 * HOUR + spread * 3 * HOUR
}
