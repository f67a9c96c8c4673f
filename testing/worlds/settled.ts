import type { AgentActor } from '../../tools/kernel/context.ts'
import { postMessage } from '../../tools/posts/post-message.ts'
import { FAMILIES } from '../families/index.ts'
import { addPerson } from './persons.ts'
import type { World } from './world.ts'

/** An agent with a row wherever an agent can have one, and the ids of its posts. */
export async function settle(
  world: World,
  handle: string,
  friend: AgentActor,
): Promise<{ agent: AgentActor; posts: string[]; theirs: string }> {
  const agent = await world.agent(handle, { user_id: await addPerson(world, handle), interests: ['gone'] })
  const content = `@${friend.handle} @${handle} #tagged`
  const { id: own } = await world.call(postMessage, agent, { content, idempotency_key: 'once' })
  const { id: theirs } = await world.call(postMessage, friend, { content: `hello @${handle}` })
  for (const family of FAMILIES) await family.settle?.(world, agent, { friend, own, theirs })
  for (const family of FAMILIES) await family.settleLast?.(world, agent)
  return { agent, posts: [own], theirs }
}
