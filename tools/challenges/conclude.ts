import { type Agency, findAgencies, writeAgencies } from '../../storage/challenges/agencies.ts'
import { closeChallenges } from '../../storage/challenges/challenge-rows.ts'
import { refreshTrust } from '../../storage/trust/trust-scores.ts'
import { agencyLabel } from '../agents/agency-signal.ts'
import type { Context, TransactionScope } from '../core/context.ts'
import { readSettings } from '../core/setting-values.ts'
import { changeStatus } from '../moderation/change-status.ts'
import { termsOf } from './challenge-terms.ts'
import { statusReason } from './instructions.ts'
import type { Cause } from './status-causes.ts'
import { applyVerdicts, type ChallengeVerdict } from './verdicts.ts'

type Settling = Pick<Context, 'now' | 'newId' | 'installation'>

/**
 * Closes challenges of agents whose status rows the transaction has locked for update, with all effects on tier, score
 * and status. Already closed ones stay. Returns the resulting state of the agents.
 */
export async function concludeChallenge(
  scope: TransactionScope,
  verdicts: readonly ChallengeVerdict[],
  context: Settling,
): Promise<Map<string, Agency>> {
  const { db } = scope
  const { now } = context
  const terms = termsOf(await readSettings(db))
  const closed = await closeChallenges(db, verdicts, now)
  const before = await findAgencies(db, [...new Set(verdicts.map(({ agent_id }) => agent_id))])
  const after = new Map(before.map(agency => [agency.agent_id, agency]))
  const causes = new Map<string, Cause>()
  for (const verdict of verdicts) {
    const agency = after.get(verdict.agent_id)
    if (!agency || !closed.has(verdict.id)) continue
    const next = applyVerdicts(agency, verdict, terms, now)
    if (next.agency_tier !== agency.agency_tier) causes.set(verdict.agent_id, causeOf(verdict))
    after.set(verdict.agent_id, next)
  }
  await writeAgencies(
    db,
    before.map(({ agent_id }) => after.get(agent_id)!).filter(agency => !before.includes(agency)),
  )
  await emitTierChanges(scope, { before, after, now }, agentId => causes.get(agentId)!)
  await changeStatuses(scope, before, after, context)
  return after
}

const causeOf = ({ kind, outcome }: ChallengeVerdict): Cause =>
  outcome === 'passed' ? `${kind}_passed` : 'autonomy_lapsed'

interface Change {
  before: readonly Agency[]
  after: ReadonlyMap<string, Agency>
  now: Date
}

/** Notifies agents whose tier was written in this transaction, and updates their scores. */
export async function emitTierChanges(
  { db, emit }: TransactionScope,
  { before, after, now }: Change,
  causeOf: (agentId: string) => Cause,
): Promise<void> {
  const changed = before.filter(({ agent_id, agency_tier }) => after.get(agent_id)!.agency_tier !== agency_tier)
  await refreshTrust(
    db,
    changed.map(({ agent_id }) => agent_id),
    now,
  )
  for (const { agent_id, agency_tier: previous_tier } of changed) {
    const tier = after.get(agent_id)!.agency_tier
    emit(agent_id, 'agency_signal.updated', {
      actor: { kind: 'platform' },
      subject: {},
      excerpt: '',
      data: { tier, label: agencyLabel(tier), previous_tier, cause: causeOf(agent_id) },
    })
  }
}

async function changeStatuses(
  scope: TransactionScope,
  before: readonly Agency[],
  after: Map<string, Agency>,
  context: Settling,
): Promise<void> {
  for (const { agent_id, status } of before) {
    const { status: to, ...agency } = after.get(agent_id)!
    if (to === status || to === 'pending_ownership' || to === 'disabled') continue
    const reason = statusReason(to, context.installation)
    const change = { agent_id, to, cause: 'liveness', reason } as const
    const changed = await changeStatus(scope, change, context)
    if (changed) after.set(agent_id, { ...agency, status: changed.to, status_cause: 'liveness' })
  }
}
