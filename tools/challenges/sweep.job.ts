import {
  type Agency,
  findAgencies,
  findAgenciesDue,
  lockFreeAgencies,
  writeAgencies,
} from '../../storage/challenges/agencies.ts'
import { deleteClosedChallenges, findEndedChallenges } from '../../storage/challenges/challenge-rows.ts'
import { RETENTION } from '../../storage/jobs/retention-periods.ts'
import type { TransactionScope } from '../core/context.ts'
import { MINUTE } from '../core/durations.ts'
import type { Job, JobContext } from '../core/jobs/job-runner.ts'
import { processTogether } from '../core/jobs/row-queue.ts'
import { readSettings } from '../core/setting-values.ts'
import { termsOf } from './challenge-terms.ts'
import { concludeChallenge, emitTierChanges } from './conclude.ts'
import { issueChallenges } from './issue-challenges.ts'
import { missedOutcome } from './missed-challenges.ts'
import { checkSchedule } from './schedule.ts'
import { type ChallengeVerdict, SUSPENDED_AFTER } from './verdicts.ts'

const BATCH = 200
const DELETED = 5_000

export const challengeJobs: readonly Job[] = [
  { name: 'issue challenges, and lower tiers by time', everyMs: MINUTE, run: sweep },
  { name: 'conclude_missed_challenges', everyMs: MINUTE, run: settleMissed },
  { name: 'delete_closed_challenges', everyMs: 10 * MINUTE, run: forget },
]

/** Locked ones are left for the next run. */
async function sweep(context: JobContext): Promise<{ more: boolean }> {
  let looked = 0
  const isFull = await processTogether(context, {
    name: 'issue challenges, and lower tiers by time',
    limit: BATCH,
    find: limit => findAgenciesDue(context.db, context.now, limit),
    idOf: agent_id => agent_id,
    process: async due => void (looked += await context.transaction(scope => lookAtAll(scope, due, context))),
  })
  return { more: isFull && looked > 0 }
}

async function lookAtAll(scope: TransactionScope, due: readonly string[], context: JobContext): Promise<number> {
  const { db } = scope
  const held = await lockFreeAgencies(db, due)
  const before = (await findAgencies(db, held)).filter(({ check_at }) => Date.parse(check_at) <= context.now.getTime())
  const terms = termsOf(await readSettings(db))
  const seen = before.map(agency => checkSchedule(agency, terms, context.now))
  const after = new Map<string, Agency>(seen.map(({ agency }) => [agency.agent_id, agency]))
  await writeAgencies(db, [...after.values()])
  await emitTierChanges(scope, { before, after, now: context.now }, () => 'nothing_passed_for_long')
  const wanted = seen.flatMap(({ agency: { agent_id }, issues }) => issues.map(kind => ({ agent_id, kind })))
  await issueChallenges(scope, wanted, terms, context)
  return before.length
}

/** An agent whose status changes is processed alone; others in groups. */
async function settleMissed(context: JobContext): Promise<{ more: boolean }> {
  let settled = 0
  const isFull = await processTogether(context, {
    name: 'conclude_missed_challenges',
    limit: BATCH,
    find: limit => findEndedChallenges(context.db, context.now, { limit, failures: SUSPENDED_AFTER - 1 }),
    idOf: ({ agent_id }) => agent_id,
    async process(ended) {
      const alone = ended.filter(({ may_change_status }) => may_change_status)
      const together = ended.filter(({ may_change_status }) => !may_change_status)
      for (const verdicts of [together, ...alone.map(one => [one])]) {
        if (verdicts.length > 0) settled += await settleFree(verdicts.map(missedOutcome), context)
      }
    },
  })
  return { more: isFull && settled > 0 }
}

const settleFree = (verdicts: readonly ChallengeVerdict[], context: JobContext): Promise<number> =>
  context.transaction(async scope => {
    const held = new Set(
      await lockFreeAgencies(
        scope.db,
        verdicts.map(({ agent_id }) => agent_id),
      ),
    )
    const free = verdicts.filter(({ agent_id }) => held.has(agent_id))
    if (free.length > 0) await concludeChallenge(scope, free, context)
    return free.length
  })

async function forget({ db, now }: JobContext): Promise<{ more: boolean }> {
  const deleted = await deleteClosedChallenges(db, new Date(now.getTime() - RETENTION.challenges.ms), DELETED)
  return { more: deleted === DELETED }
}
