import { Problem } from '../problems/problem.ts'

export const INVALID_TOKEN = 'The access token is unknown, expired or revoked.'

/** The agent was never enrolled, or was deleted. */
export function unknownAgent(credential: 'signature' | 'token'): Problem {
  return credential === 'token'
    ? new Problem('invalid-token', INVALID_TOKEN)
    : new Problem('aui-signature-agent-not-found', 'No agent with this agent_id is enrolled.')
}
