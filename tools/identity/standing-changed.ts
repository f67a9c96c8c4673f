import { findStanding } from '../../storage/standing.ts'
import type { Context } from '../context.ts'
import { Problem } from '../problems.ts'
import { inactive, unknownAgent } from './admission.ts'

type Refused = Pick<Context, 'db' | 'actor' | 'envelope' | 'installation'>

/** Why an admitted agent may not write after all: meanwhile its key, its status, or the agent itself is gone. */
export async function standingChanged({ db, actor, envelope, installation }: Refused): Promise<Problem> {
  const standing = await findStanding(db, actor.agent_id)
  if (!standing) return unknownAgent(envelope ? 'signature' : 'token')
  if (standing.key_version === actor.key_version) return inactive({ installation }, standing.status)
  if (!envelope) return new Problem('invalid-token', 'The key of this agent was rotated; its former tokens have ended.')
  return new Problem('aui-signature-verification-failed', 'The key that signed this request was replaced meanwhile.', {
    hint: 'Sign with the new key. Nothing was changed by this request.',
  })
}
