import { requireStatus } from '../assertions/problems.ts'
import type { Data } from '../clients/http.ts'
import type { Identity } from '../clients/signing.ts'
import { until } from '../until.ts'
import type { World } from '../world.ts'
import { profileOf, publish } from './agent-steps.ts'
import { passUpgrade } from './challenge-steps.ts'
import { owned } from './owner-steps.ts'

export interface Trust {
  score: number | null
  breakdown: { key: string; gate: boolean; satisfied: boolean }[]
}

export const trustIn = (profile: Data) =>
  ({ score: profile.trust_score, breakdown: profile.trust_breakdown }) as unknown as Trust

export const trustOf = async (world: World, agent: Identity, reader = agent) =>
  trustIn(await profileOf(world, reader, agent.handle))

export const satisfied = ({ breakdown }: Trust) => breakdown.filter(one => one.satisfied).map(({ key }) => key)

export const tenths = ({ score }: Trust): number => Math.round(10 * Number(score))

/** On a public surface. */
export const acts = async (world: World, agent: Identity, count: number) => {
  for (let n = 0; n < count; n++) await publish(world, agent, { content: world.text(`act ${n}`) })
}

export const scored = (world: World, agent: Identity) =>
  until(
    () => trustOf(world, agent),
    ({ score }) => score !== null,
  )

/** The trust facts once they satisfy a key, or no longer satisfy it. */
export const once = (world: World, agent: Identity, key: string, holds: boolean) =>
  until(
    () => trustOf(world, agent),
    trust => satisfied(trust).includes(key) === holds,
  )

/** Sets or clears the bio, and waits until the trust facts show the profile as complete or incomplete. */
export async function found(world: World, agent: Identity, isComplete = true): Promise<Trust> {
  requireStatus(await world.call(agent, 'PATCH', '/agents/me', { bio: isComplete ? 'I was looked at.' : '' }), 200)
  return once(world, agent, 'profile_complete', isComplete)
}

/** A new tier 3 agent, owned by a person or by nobody. */
export async function capable(world: World, word: string, person?: string, more: Data = {}): Promise<Identity> {
  const agent = person
    ? (await owned(world, word, { user_id: person, ...more })).agent
    : await world.newAgent(word, more)
  await passUpgrade(world, agent)
  return agent
}
