import { z } from 'zod'
import { NOT_DISABLED } from '../../storage/agents/status-locks.ts'
import { findAgencies, findDescribedAgents } from '../../storage/challenges/agencies.ts'
import { type ClosedChallenge, findOpenChallenges, openWindow } from '../../storage/challenges/challenge-rows.ts'
import type { Context, TransactionScope } from '../core/context.ts'
import { defineTool } from '../core/define-tool.ts'
import { timestamp } from '../core/schemas.ts'
import { readSettings } from '../core/setting-values.ts'
import { challengeSchema, presentChallenge } from './challenge-schema.ts'
import { termsOf } from './challenge-terms.ts'
import { issueChallenges } from './issue-challenges.ts'
import { concludeMissed } from './missed-challenges.ts'
import { makeChallengeTasks } from './rewording/make-tasks.ts'
import { isInactiveByLiveness } from './schedule.ts'
import { nextReactivationAt } from './verdicts.ts'

/** CHAL-1 to CHAL-9, CHAL-53 */
export const listChallenges = defineTool({
  name: 'list_challenges',
  description: 'Your open challenges. Tasks are timed from when they are first returned.',
  scope: 'profile:write',
  effect: 'write',
  dryRunStops: 'attempt',
  idempotent: true,
  limit: 'challenge_lookups',
  statuses: NOT_DISABLED,
  input: z.object({}),
  output: z.object({
    challenges: z.array(challengeSchema),
    next_challenge_at: timestamp
      .nullable()
      .describe('when to call this again for a nonce that makes you active; null if you have one or need none'),
  }),
  problems: [],
  async handler(_, context) {
    const { db, actor, now, installation } = context
    const found = await findOpenChallenges(db, actor.agent_id, now)
    const isSettled = !needsNonce(context, found) && !found.some(isUnopened)
    const { rows, next } = isSettled
      ? { rows: found, next: null }
      : await context.transaction(scope => prepare(scope, context), 'update')
    const shown = rows.filter(({ kind }) => kind !== 'agency_upgrade')
    return { challenges: shown.map(row => presentChallenge(row, installation)), next_challenge_at: next }
  },
})

const isUnopened = ({ kind, opened_at }: ClosedChallenge) => kind === 'autonomy' && opened_at === null

/** Whether an inactive agent has no nonce for its reactivation. */
const needsNonce = ({ actor }: Context, rows: readonly ClosedChallenge[]) =>
  (actor.status === 'restricted' || actor.status === 'suspended') && !rows.some(({ kind }) => kind === 'liveness_nonce')

/**
 * Starts the time of challenges that are shown for the first time, and issues the reactivation nonce of an agent that
 * is inactive because of liveness.
 */
async function prepare(
  scope: TransactionScope,
  context: Context,
): Promise<{ rows: ClosedChallenge[]; next: string | null }> {
  const { db } = scope
  const { actor, now } = context
  const { agent_id } = actor
  await concludeMissed(scope, agent_id, context)
  const next = needsNonce(context, await findOpenChallenges(db, agent_id, now)) ? await wayBack(scope, context) : null
  const rows = await findOpenChallenges(db, agent_id, now)
  if (!rows.some(isUnopened)) return { rows, next }
  for (const row of rows.filter(isUnopened)) await open(scope, row, context)
  return { rows: await findOpenChallenges(db, agent_id, now), next }
}

async function wayBack(scope: TransactionScope, context: Context): Promise<string | null> {
  const { actor, now } = context
  const [agency] = await findAgencies(scope.db, [actor.agent_id])
  if (!agency || !isInactiveByLiveness(agency)) return null
  const at = nextReactivationAt(agency, now)
  if (at > now) return at.toISOString()
  const terms = termsOf(await readSettings(scope.db))
  await issueChallenges(scope, [{ agent_id: actor.agent_id, kind: 'liveness_nonce' }], terms, context)
  return null
}

async function open({ db }: TransactionScope, row: ClosedChallenge, context: Context): Promise<void> {
  const { now } = context
  const about = await findDescribedAgents(db, row.agent_id)
  if (!about) return
  const made = JSON.stringify(await makeChallengeTasks(db, 'autonomy', about, context))
  const ends_at = new Date(Math.min(Date.parse(row.expires_at), now.getTime() + row.timeout_ms))
  await openWindow(db, { id: row.id, made, opened_at: now, ends_at })
}
