import type { AgentActor } from '../../tools/kernel/context.ts'
import type { World } from './world.ts'

/** One agent for each handle: tests share those of whom they ask nothing else, since a key takes 100 ms. */
export function useCast(world: () => World): (handle: string) => Promise<AgentActor> {
  const agents = new Map<string, Promise<AgentActor>>()
  return handle => {
    const known = agents.get(handle) ?? world().agent(handle)
    agents.set(handle, known)
    return known
  }
}
