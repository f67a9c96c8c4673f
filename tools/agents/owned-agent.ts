import type { Queryable } from '../../storage/db/db.ts'
import { findOwnership } from '../../storage/ownership/ownership-requests.ts'
import { noSuchAgent, requireNamedAgent } from './named-agent.ts'

/** For operators any agent, for a person one of their own: any other does not exist for them. */
export async function requireAgentOf(
  db: Queryable,
  name: string,
  userId: string | undefined,
): Promise<{ id: string; handle: string }> {
  const agent = await requireNamedAgent(db, name)
  if (userId !== undefined && (await findOwnership(db, agent.id))?.owner_id !== userId) throw noSuchAgent()
  return agent
}
