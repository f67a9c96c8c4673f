import { requireStatus } from '../assertions/problems.ts'
import { generateKeys, type Identity, type KeyPair } from '../clients/signing.ts'
import * as agentShapes from '../schemas/agents.ts'
import type { World } from '../world.ts'
import { eventsOf } from './agent-steps.ts'
import { type Owned, owned } from './owner-steps.ts'

export interface Begun extends Owned {
  next: KeyPair
  /** The agent, signing with the pending key. */
  heir: Identity
}

/** An owned agent whose owner has started a key recovery. */
export async function begin(world: World, word: string): Promise<Begun> {
  const kept = await owned(world, word)
  const next = await generateKeys()
  await kept.operator.recover(kept.agent.agent_id, next.public_key_pem)
  return { ...kept, next, heir: { ...kept.agent, ...next } }
}

export const ownProfile = async (world: World, agent: Identity) =>
  requireStatus(await world.call(agent, 'GET', '/agents/me'), 200).as(agentShapes.ownProfile)

export const toldOf = async (world: World, agent: Identity, type: string) =>
  (await eventsOf(world, agent)).filter(event => event.type === type)
