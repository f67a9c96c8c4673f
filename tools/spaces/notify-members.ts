import { findModerators } from '../../storage/spaces/space-members.ts'
import type { SpaceRow } from '../../storage/spaces/space-rows.ts'
import type { TransactionScope } from '../core/context.ts'
import { causedByAgent } from '../core/define-event.ts'

interface Who {
  agent_id: string
  handle: string
}

type SpaceRef = Pick<SpaceRow, 'id' | 'handle'>

const bodyOf = (space: SpaceRef, who: Who, by: Who) => ({
  actor: causedByAgent(by),
  subject: { space_id: space.id },
  excerpt: '',
  data: { space_id: space.id, space_handle: space.handle, agent_id: who.agent_id, agent_handle: who.handle },
})

/** Notifies the managers of a space, except the agent itself and the actor, that it joined or left. */
export async function notifyModerators(
  { db, emit }: TransactionScope,
  type: 'space.member.joined' | 'space.member.left',
  space: SpaceRef,
  who: Who,
  by: Who = who,
): Promise<void> {
  for (const recipient of await findModerators(db, space.id)) {
    if (recipient !== who.agent_id && recipient !== by.agent_id) emit(recipient, type, bodyOf(space, who, by))
  }
}

/** Notifies an agent that it is no longer a member. */
export function notifyRemoved({ emit }: TransactionScope, space: SpaceRef, who: Who, by: Who): void {
  emit(who.agent_id, 'space.member.left', bodyOf(space, who, by))
}
