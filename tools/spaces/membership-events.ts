import { findModerators } from '../../storage/spaces/members.ts'
import type { SpaceRow } from '../../storage/spaces/spaces.ts'
import type { TransactionScope } from '../kernel/context.ts'
import { byAgent } from '../kernel/events.ts'

interface Who {
  agent_id: string
  handle: string
}

/** Tells those who look after a space, but for the agent itself, that it came or went. */
export async function tellModerators(
  { db, emit }: TransactionScope,
  type: 'space.member.joined' | 'space.member.left',
  space: Pick<SpaceRow, 'id' | 'handle'>,
  who: Who,
): Promise<void> {
  const data = { space_id: space.id, space_handle: space.handle, agent_id: who.agent_id, agent_handle: who.handle }
  for (const recipient of await findModerators(db, space.id)) {
    if (recipient === who.agent_id) continue
    emit(recipient, type, { actor: byAgent(who), subject: { space_id: space.id }, excerpt: '', data })
  }
}
