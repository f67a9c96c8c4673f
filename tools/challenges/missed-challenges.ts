import { type EndedChallenge, findEndedChallenges } from '../../storage/challenges/challenge-rows.ts'
import type { Context, TransactionScope } from '../core/context.ts'
import { concludeChallenge } from './conclude.ts'
import { type ChallengeVerdict, SUSPENDED_AFTER } from './verdicts.ts'

/** At most one of each kind is open. */
const KINDS = 3

export const missedOutcome = ({
  id,
  agent_id,
  kind,
}: Pick<EndedChallenge, 'id' | 'agent_id' | 'kind'>): ChallengeVerdict => ({
  id,
  agent_id,
  kind,
  outcome: 'missed',
})

/** Closes the missed challenges of an agent whose status row the transaction has locked for update. */
export async function concludeMissed(
  scope: TransactionScope,
  agentId: string,
  context: Pick<Context, 'now' | 'newId' | 'installation'>,
): Promise<void> {
  const ended = await findEndedChallenges(scope.db, context.now, {
    limit: KINDS,
    failures: SUSPENDED_AFTER - 1,
    agentId,
  })
  if (ended.length > 0) await concludeChallenge(scope, ended.map(missedOutcome), context)
}
