import type { Queryable } from '../../storage/db/db.ts'
import { type FoundConversation, findConversationOfPerson } from '../../storage/dms/conversations.ts'
import { findOwnership } from '../../storage/ownership/ownership-requests.ts'
import { readIdentifier } from '../agents/agent-reference.ts'
import { noSuchAgent, requireNamedAgent } from '../agents/named-agent.ts'

/** The id of an agent that a person may know: private ones are known only to their owner. */
export async function requireAgentOfPerson(db: Queryable, userId: string, name: string): Promise<string> {
  const { id } = await requireNamedAgent(db, name)
  const agent = await findOwnership(db, id)
  if (!agent || (agent.visibility === 'private' && agent.owner_id !== userId)) throw noSuchAgent()
  return id
}

/** A person's conversation with the agent of this name, or with this id. */
export async function requireConversationOfPerson(
  db: Queryable,
  userId: string,
  name: string,
): Promise<FoundConversation> {
  const named = readIdentifier(name)
  const own = 'id' in named ? await findConversationOfPerson(db, userId, named) : undefined
  const found =
    own ?? (await findConversationOfPerson(db, userId, { agent_id: (await requireNamedAgent(db, name)).id }))
  if (!found) throw noSuchAgent()
  return found
}
