import { findAgent, type NamedAgent } from '../../storage/agents.ts'
import type { Queryable } from '../../storage/db.ts'
import { Problem } from '../problems.ts'
import { readIdentifier } from './identifier.ts'

export const noSuchAgent = () => new Problem('not-found', 'There is no such agent.')

/** The agent that an operator names by handle or id, a private one too. */
export async function requireNamedAgent(db: Queryable, name: string): Promise<NamedAgent> {
  const agent = await findAgent(db, readIdentifier(name))
  if (!agent) throw noSuchAgent()
  return agent
}
