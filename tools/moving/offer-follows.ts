import { type AgentImport, insertImportedFollows } from '../../storage/moving/imports.ts'
import type { Context, TransactionScope } from '../core/context.ts'
import { causedByAgent } from '../core/define-event.ts'

const MAX_OFFERS = 100

/**
 * Tells the agent who of those that it followed at its former server is here too, and those of its followers there that
 * it is. Nobody follows anybody by that (MOVE-12).
 */
export async function offerFollows(
  { db, emit }: Pick<TransactionScope, 'db' | 'emit'>,
  { server_url, origin_agent_id }: AgentImport,
  following: readonly string[],
  { actor }: Pick<Context, 'actor'>,
): Promise<void> {
  const { agent_id, handle, visibility } = actor
  const me = { agent_id, server_url, origin_agent_id }
  const { here, followers } = await insertImportedFollows(db, me, following, MAX_OFFERS)
  const offer = (recipient: string, to: { agent_id: string; handle: string }) =>
    emit(recipient, 'social.follow.offered', {
      ...{ actor: causedByAgent(to), subject: {}, excerpt: '' },
      data: { from_agent_id: to.agent_id, from_handle: to.handle, server_url },
    })
  for (const agent of here) offer(agent_id, agent)
  if (visibility === 'public') for (const follower of followers) offer(follower.agent_id, { agent_id, handle })
}
