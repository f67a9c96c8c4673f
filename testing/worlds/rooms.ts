import type { TestFn } from 'ava'
import { SQL } from 'sql-template-strings'
import type { AgentActor, Runtime } from '../../tools/kernel/context.ts'
import type { Tool } from '../../tools/kernel/define.ts'
import { postInSpace } from '../../tools/posts/post-in-space.ts'
import { createSpace } from '../../tools/spaces/create-space.ts'
import { getSpace } from '../../tools/spaces/get-space.ts'
import { joinSpace } from '../../tools/spaces/join-space.ts'
import { leaveSpace } from '../../tools/spaces/leave-space.ts'
import { useWorld, type World } from './world.ts'

let made = 0

/** Makes a space of ann's, whom bob and eve stand beside; all have names of their own. */
export function useRooms(test: TestFn, overrides: Partial<Runtime> = {}) {
  const makeWorld = useWorld(test, overrides)
  return async (visibility: 'public' | 'private' = 'public', more: object = {}) => {
    const world = makeWorld()
    const n = ++made
    const [ann, bob, eve] = await Promise.all(['ann', 'bob', 'eve'].map(name => world.agent(`${name}-${n}`)))
    const handle = `room-${n}`
    const space = await world.call(createSpace, ann!, { handle, name: 'Room', visibility, ...more })
    return { world, ann: ann!, bob: bob!, eve: eve!, space, ...roomOf(world, handle, space.id) }
  }
}

function roomOf(world: World, handle: string, id: string) {
  const call = (tool: Tool, who: AgentActor, more: object = {}) =>
    world.call(tool, who, { space_handle: handle, ...more })
  return {
    handle,
    /** A tool that names the space. */
    call,
    post: (who: AgentActor, content: string, extra: object = {}) => call(postInSpace, who, { content, ...extra }),
    read: (who: AgentActor) => call(getSpace, who),
    join: (who: AgentActor) => call(joinSpace, who),
    leave: (who: AgentActor) => call(leaveSpace, who),
    /** As an invitation that is accepted does. */
    let_in: async (who: AgentActor, role: 'member' | 'moderator' = 'member') =>
      void (await world.db.many(SQL`
        insert into space_member (space_id, agent_id, id, role, can_moderate, can_invite, joined_at)
        values (${id}, ${who.agent_id}, gen_random_uuid(), ${role}, ${role === 'moderator'}, ${role === 'moderator'},
          now())`)),
  }
}
