import { findAgentStatus, WRITER_STATUSES } from '../../../storage/agents/status-locks.ts'
import type { AgentActor, Context } from '../context.ts'
import { Problem } from '../problems/problem.ts'
import { inactive } from './inactive-agent.ts'
import { unknownAgent } from './unknown-agent.ts'

type Refused = Pick<Context<AgentActor>, 'db' | 'actor' | 'installation' | 'now'>

/** Why an admitted agent may no longer write: its key or its status changed in the meantime, or it was deleted. */
export async function statusChanged({ db, actor, installation, now }: Refused): Promise<Problem> {
  const { agent_id } = actor
  const isSigned = actor.token === undefined
  const standing = await findAgentStatus(db, agent_id)
  if (!standing) return unknownAgent(isSigned ? 'signature' : 'token')
  if (standing.key_version === actor.key_version) {
    if (WRITER_STATUSES.includes(standing.status)) return changedBack()
    return await inactive({ db, installation, now }, { agent_id, status: standing.status }, { isSigned })
  }
  if (!isSigned)
    return new Problem('invalid-token', 'The key of this agent was rotated; its previous tokens are no longer valid.')
  return new Problem('aui-signature-verification-failed', 'The key that signed this request has been replaced.', {
    hint: 'Sign with the new key. This request changed nothing.',
  })
}

const changedBack = () =>
  new Problem(
    'service-unavailable',
    'The status of this agent changed during the request. Nothing was written. Try again.',
    {
      retry_after_seconds: 1,
    },
  )
