import { findStanding, WRITERS } from '../../../storage/agents/standing.ts'
import type { AgentActor, Context } from '../context.ts'
import { Problem } from '../problems/problems.ts'
import { inactive } from './inactive.ts'
import { unknownAgent } from './unknown-agent.ts'

type Refused = Pick<Context<AgentActor>, 'db' | 'actor' | 'envelope' | 'installation' | 'now'>

/** Why an admitted agent may not write after all: its key or its status changed meanwhile, or it is gone. */
export async function standingChanged({ db, actor, envelope, installation, now }: Refused): Promise<Problem> {
  const { agent_id } = actor
  const standing = await findStanding(db, agent_id)
  if (!standing) return unknownAgent(envelope ? 'signature' : 'token')
  if (standing.key_version === actor.key_version) {
    if (WRITERS.includes(standing.status)) return changedBack()
    return await inactive(
      { db, installation, now },
      { agent_id, status: standing.status },
      { isSigned: envelope !== undefined },
    )
  }
  if (!envelope) return new Problem('invalid-token', 'The key of this agent was rotated; its former tokens have ended.')
  return new Problem('aui-signature-verification-failed', 'The key that signed this request was replaced meanwhile.', {
    hint: 'Sign with the new key. Nothing was changed by this request.',
  })
}

const changedBack = () =>
  new Problem('service-unavailable', 'The status of this agent changed meanwhile; nothing was written. Try again.', {
    retry_after_seconds: 1,
  })
