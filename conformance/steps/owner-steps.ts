import type { Data } from '../clients/http.ts'
import type { Identity } from '../clients/signing.ts'
import { needsOperator, type Operator } from '../operator.ts'
import type { World } from '../world.ts'
import { profileOf } from './agent-steps.ts'

export interface Owned {
  operator: Operator
  agent: Identity
  /** The id of the person on the server. */
  person: string
  /** How the agent refers to them. */
  owner: string
}

/** A new agent of a person; a new person by default. */
export async function owned(world: World, word: string, more: Data = {}): Promise<Owned> {
  const operator = needsOperator(world)
  const person = typeof more.user_id === 'string' ? more.user_id : await operator.person()
  const agent = await world.newAgent(word, { ...more, user_id: person })
  await operator.own('accept', agent.agent_id)
  const { owner_user_id } = await profileOf(world, agent)
  return { operator, agent, person, owner: String(owner_user_id) }
}
