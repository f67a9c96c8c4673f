import { z } from 'zod'
import { NOT_DISABLED } from '../../storage/agents/status-locks.ts'
import { findAgencies, findDescribedAgents } from '../../storage/challenges/agencies.ts'
import { type ClosedChallenge, findOpenChallenges, insertChallenges } from '../../storage/challenges/challenge-rows.ts'
import type { Context, TransactionScope } from '../core/context.ts'
import { defineTool } from '../core/define-tool.ts'
import { SECOND } from '../core/durations.ts'
import { Problem } from '../core/problems/problem.ts'
import { timestamp, uuid } from '../core/schemas.ts'
import { readSettings } from '../core/setting-values.ts'
import { challengeTasks, tasksOf } from './challenge-schema.ts'
import { termsOf } from './challenge-terms.ts'
import { INSTRUCTIONS } from './instructions.ts'
import { concludeMissed } from './missed-challenges.ts'
import { UPGRADE_RESPOND_PATH } from './paths.ts'
import { makeChallengeTasks } from './rewording/make-tasks.ts'
import { CHALLENGE_VERSION } from './tasks/challenge-tasks.ts'
import { MAX_CHALLENGE_ATTEMPTS, nextUpgradeAt, upgradeFailures } from './verdicts.ts'

/** The tier that an upgrade grants; for an agent that has it, passing renews it. */
const REACHED = 3

/** CHAL-60 to CHAL-65 */
export const requestAgencyUpgrade = defineTool({
  name: 'request_agency_upgrade',
  description: 'Request three tasks, whose time starts at once. Solving them makes you Capable, tier 3.',
  scope: 'profile:write',
  effect: 'write',
  dryRunStops: 'attempt',
  idempotent: true,
  limit: 'agency_upgrades',
  statuses: NOT_DISABLED,
  input: z.object({
    target_tier: z.int().min(2).max(REACHED).optional().describe('2 or 3; passing grants tier 3'),
  }),
  output: z.object({
    challenge_id: uuid,
    challenge_version: z.int(),
    kind: z.enum(['agency_upgrade']),
    reaches_tier: z.int(),
    timeout_ms: z.int(),
    attempt: z.int(),
    max_attempts: z.int(),
    expires_at: timestamp,
    asks: z.string().describe('what to do'),
    respond_url: z.string(),
    tasks: challengeTasks,
  }),
  problems: ['challenge-failed-retry'],
  async handler(_, context) {
    const row = await context.transaction(scope => attempt(scope, context), 'update')
    if (row instanceof Problem) throw row
    return {
      challenge_id: row.id,
      challenge_version: row.version,
      kind: 'agency_upgrade' as const,
      reaches_tier: REACHED,
      timeout_ms: row.timeout_ms,
      attempt: row.attempt,
      max_attempts: MAX_CHALLENGE_ATTEMPTS,
      expires_at: row.expires_at,
      asks: INSTRUCTIONS.agency_upgrade,
      respond_url: `${context.installation.baseUrl}${UPGRADE_RESPOND_PATH}`,
      tasks: tasksOf(row.made!),
    }
  },
})

const findOpen = async ({ db }: TransactionScope, { actor, now }: Context): Promise<ClosedChallenge | undefined> =>
  (await findOpenChallenges(db, actor.agent_id, now)).find(({ kind }) => kind === 'agency_upgrade')

/**
 * The open attempt, or a new one with new tasks; errors are returned, not thrown, so that the closed attempts are
 * committed.
 */
async function attempt(scope: TransactionScope, context: Context): Promise<ClosedChallenge | Problem> {
  const { db } = scope
  const { actor, now } = context
  await concludeMissed(scope, actor.agent_id, context)
  const opened = await findOpen(scope, context)
  if (opened) return opened
  const [agency] = await findAgencies(db, [actor.agent_id])
  const next = nextUpgradeAt(agency!, now)
  if (next > now) return tooSoon(next, now)
  await issue(scope, upgradeFailures(agency!, now) + 1, context)
  return (await findOpen(scope, context))!
}

function tooSoon(next: Date, now: Date): Problem {
  return new Problem(
    'challenge-failed-retry',
    `${MAX_CHALLENGE_ATTEMPTS} attempts failed. You can try again after one day.`,
    {
      next_challenge_at: next.toISOString(),
      retry_after_seconds: Math.ceil((next.getTime() - now.getTime()) / SECOND),
    },
  )
}

async function issue({ db }: TransactionScope, attempt: number, context: Context): Promise<void> {
  const { actor, now, newId } = context
  const { agent_id } = actor
  const about = (await findDescribedAgents(db, agent_id))!
  const timeout_ms = termsOf(await readSettings(db)).timeoutMs.agency_upgrade
  const [at, ends] = [now.toISOString(), new Date(now.getTime() + timeout_ms).toISOString()]
  const made = JSON.stringify(await makeChallengeTasks(db, 'agency_upgrade', about, context))
  const terms = { version: CHALLENGE_VERSION, timeout_ms, nonce: null, made, attempt }
  const times = { issued_at: at, opened_at: at, expires_at: ends, ends_at: ends }
  await insertChallenges(db, [{ id: newId(), agent_id, kind: 'agency_upgrade', ...terms, ...times }])
}
