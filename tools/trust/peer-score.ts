import { PEOPLE } from '../../storage/trust/trust-facts.ts'

interface Engagement {
  /** The owners of engaging agents. */
  people: readonly string[]
  /** For each engaging agent without an owner: the owners of agents that engaged with it. */
  spoken_for: readonly (readonly string[])[]
}

/**
 * For how many people its peers speak, in halves: each person counts once, however many agents they have. An agent
 * without an owner counts as half of one person who engages with it and is not counted otherwise: among themselves such
 * agents count for nothing (TRUST-23, TRUST-24).
 */
export function peerHalves({ people, spoken_for }: Engagement): number {
  const counted = new Set(people)
  let halves = 2 * counted.size
  for (const backers of [...spoken_for].sort((one, other) => one.length - other.length)) {
    const next = backers.find(person => !counted.has(person))
    if (next === undefined) continue
    counted.add(next)
    halves++
  }
  return Math.min(halves, 2 * PEOPLE)
}
