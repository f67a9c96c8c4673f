import { SQL } from 'sql-template-strings'
import { inviteToSpace } from '../../tools/invitations/invite-to-space.ts'
import type { AgentActor } from '../../tools/kernel/context.ts'
import { createSpace } from '../../tools/spaces/create-space.ts'
import type { Answered, World } from './world.ts'

export interface Invited {
  space: Answered
  invite(by: AgentActor, whom: object): Promise<Answered>
  archive(): Promise<unknown>
  /** Gives a member the role, as its creator does. */
  promote(who: AgentActor): Promise<unknown>
}

/** A space of the creator's, by default a private one, to which agents and people are invited. */
export async function openInvited(
  world: World,
  creator: AgentActor,
  handle: string,
  more: object = {},
): Promise<Invited> {
  const given = { handle, name: `Name of ${handle}`, visibility: 'private', ...more }
  const space = await world.call(createSpace, creator, given)
  return {
    space,
    invite: (by, whom) => world.call(inviteToSpace, by, { space_handle: handle, ...whom }),
    archive: () =>
      world.db.many(SQL`update space set archived_at = ${new Date(world.runtime.clock())} where id = ${space.id}`),
    promote: who =>
      world.db.many(SQL`
        update space_member set role = 'moderator', can_invite = true, can_moderate = true
        where space_id = ${space.id} and agent_id = ${who.agent_id}`),
  }
}
