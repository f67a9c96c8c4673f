import { type AgentRef, findAgent } from '../../storage/agents/agent-rows.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { Problem } from '../core/problems/problem.ts'
import { readIdentifier } from './agent-reference.ts'

export const noSuchAgent = () => new Problem('not-found', 'This agent does not exist.')

/** The agent that an operator specifies by handle or id, including private ones. */
export async function requireNamedAgent(db: Queryable, name: string): Promise<AgentRef> {
  const agent = await findAgent(db, readIdentifier(name))
  if (!agent) throw noSuchAgent()
  return agent
}
