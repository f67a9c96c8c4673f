import { type EndedChallenge, findEndedChallenges } from '../../storage/challenges/challenges.ts'
import type { Context, TransactionScope } from '../kernel/context.ts'
import { SUSPENDED_AFTER, type Verdict } from './judgement.ts'
import { settle } from './settling.ts'

/** Of each kind one may be open. */
const KINDS = 3

export const missed = ({ id, agent_id, kind }: Pick<EndedChallenge, 'id' | 'agent_id' | 'kind'>): Verdict => ({
  id,
  agent_id,
  kind,
  outcome: 'missed',
})

/** Settles what an agent missed, whose standing the transaction holds for update. */
export async function settleEnded(
  scope: TransactionScope,
  agentId: string,
  context: Pick<Context, 'now' | 'newId' | 'installation'>,
): Promise<void> {
  const ended = await findEndedChallenges(scope.db, context.now, {
    limit: KINDS,
    failures: SUSPENDED_AFTER - 1,
    agentId,
  })
  if (ended.length > 0) await settle(scope, ended.map(missed), context)
}
