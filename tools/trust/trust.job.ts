import type { FactsRow } from '../../storage/trust/trust-facts.ts'
import { findTrustFacts } from '../../storage/trust/trust-facts.ts'
import { claimDueTrust, type FoundTrust, isTrustDue, writeTrust } from '../../storage/trust/trust-scores.ts'
import { DAY, HOUR, SECOND } from '../core/durations.ts'
import type { Job } from '../core/job-runner.ts'
import { processTogether } from '../core/row-queue.ts'
import { lowestIdAt } from '../core/text/uuid-time.ts'
import { peerHalves } from './peer-score.ts'

/** What is done on a profile is looked at that soon. */
const SOON_MS = 2 * SECOND
/** A newcomer that did nothing yet is looked at that often at first. */
const OFTEN_MS = 15 * SECOND
const WINDOW_MS = 30 * DAY
/** Looked at together, so that busy ones fit into a statement's time. */
const AGENTS = 50

/** Trust scores of agents whose time has come, so that reading one costs nothing (TRUST-1 to TRUST-30). */
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

/** Less than a day for all (TRUST-4), the new ones sooner; spread, so that those of one moment do not stay together. */
function waitOf({ agent_id, created_at, has_acted }: FactsRow, now: number): number {
  const age = now - Date.parse(created_at)
  if (age < DAY) return Math.min(DAY - age, has_acted ? HOUR : Math.min(HOUR, Math.max(OFTEN_MS, age / 4)))
  const spread = Number.parseInt(agent_id.slice(-4), 16) / 0x1_00_00
  return 20 * HOUR + spread * 3 * HOUR
}
