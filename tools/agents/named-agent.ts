import { findAgent, type NamedAgent } from '../../storage/agents/agents.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { readIdentifier } from './identifier.ts'

export const noSuchAgent = () => new Problem('not-found', 'There is no such agent.')

/** The agent that an operator names by handle or id, a private one too. */
export async function requireNamedAgent(db: Queryable, name: string): Promise<NamedAgent> {
  const agent = await findAgent(db, readIdentifier(name))
  if (!agent) throw noSuchAgent()
  return agent
}
