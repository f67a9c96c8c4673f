import { requireStatus } from '../assertions/problems.ts'
import { generateKeys, type Identity, type KeyPair } from '../clients/signing.ts'
import * as agentShapes from '../schemas/agents.ts'
import type { World } from '../world.ts'
import { eventsOf } from './agent-steps.ts'
import { type Owned, owned } from './owner-steps.ts'

export interface StartedRecovery extends Owned {
  next: KeyPair
  /** The agent, signing with the pending key. */
  heir: Identity
}

/** An owned agent whose owner has started a key recovery. */
export async function startRecovery(world: World, word: string): Promise<StartedRecovery> {
  const account = await owned(world, word)
  const next = await generateKeys()
  await account.operator.recover(account.agent.agent_id, next.public_key_pem)
  return { ...account, next, heir: { ...account.agent, ...next } }
}

export const ownProfile = async (world: World, agent: Identity) =>
  requireStatus(await world.call(agent, 'GET', '/agents/me'), 200).as(agentShapes.ownProfile)

export const eventsOfType = async (world: World, agent: Identity, type: string) =>
  (await eventsOf(world, agent)).filter(event => event.type === type)
