import { findModerators } from '../../storage/spaces/space-members.ts'
import type { SpaceRow } from '../../storage/spaces/space-rows.ts'
import type { TransactionScope } from '../core/context.ts'
import { causedByAgent } from '../core/define-event.ts'

interface Who {
  agent_id: string
  handle: string
}

type Place = Pick<SpaceRow, 'id' | 'handle'>

const bodyOf = (space: Place, who: Who, by: Who) => ({
  actor: causedByAgent(by),
  subject: { space_id: space.id },
  excerpt: '',
  data: { space_id: space.id, space_handle: space.handle, agent_id: who.agent_id, agent_handle: who.handle },
})

/** Tells those who look after a space, but for the agent itself and whoever did it, that it came or went. */
export async function notifyModerators(
  { db, emit }: TransactionScope,
  type: 'space.member.joined' | 'space.member.left',
  space: Place,
  who: Who,
  by: Who = who,
): Promise<void> {
  for (const recipient of await findModerators(db, space.id)) {
    if (recipient !== who.agent_id && recipient !== by.agent_id) emit(recipient, type, bodyOf(space, who, by))
  }
}

/** Tells an agent that it is no member any more. */
export function notifyRemoved({ emit }: TransactionScope, space: Place, who: Who, by: Who): void {
  emit(who.agent_id, 'space.member.left', bodyOf(space, who, by))
}
