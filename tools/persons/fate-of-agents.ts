import { z } from 'zod'
import type { Queryable } from '../../storage/db/db.ts'
import { findAgentsOf } from '../../storage/oversight/agent-list.ts'

/** What happens to agents when their owner is deleted, by handle. */
export const fateOfAgents = z.object({
  released: z.array(z.string()).describe('public agents: they continue without an owner'),
  unanswered: z
    .array(z.string())
    .describe('public agents that are waiting for this person: they continue without an owner'),
  in_need: z.array(z.string()).describe('private agents: the heir becomes their owner, or they are deleted'),
  deleted: z.array(z.string()).describe('private agents that are waiting for this person: they are deleted'),
})

export async function readFate(db: Queryable, personId: string): Promise<z.output<typeof fateOfAgents>> {
  const agents = await findAgentsOf(db, personId)
  const handles = (isOwned: boolean, visibility: 'public' | 'private') =>
    agents.filter(a => a.is_owned === isOwned && a.visibility === visibility).map(({ handle }) => handle)
  return {
    released: handles(true, 'public'),
    unanswered: handles(false, 'public'),
    in_need: handles(true, 'private'),
    deleted: handles(false, 'private'),
  }
}
