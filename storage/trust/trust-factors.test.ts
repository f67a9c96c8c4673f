import test from 'ava'
import {
  bitOf,
  FACTORS,
  type Factor,
  GATES,
  isMet,
  metAt,
  PEER_TENTHS,
  type StoredFacts,
  TIER_TENTHS,
  trustTenths,
  WEIGHTS,
} from './trust-factors.ts'

const TIERS = TIER_TENTHS.map((_, index) => index + 1)
const ALL = FACTORS.reduce((met, factor) => met | bitOf(factor), 0)

/** All stored facts; those of tier and peers are derived. */
const FOUND = Object.keys(WEIGHTS).map(factor => bitOf(factor as Factor))

function* everyFacts(): Generator<StoredFacts> {
  for (let chosen = 0; chosen < 1 << FOUND.length; chosen++) {
    const met = FOUND.reduce((sum, bit, index) => sum + (chosen & (1 << index) ? bit : 0), 0)
    for (let peer_halves = 0; peer_halves <= 48; peer_halves++) yield { met, peer_halves }
  }
}

test('the sum of all weights is ten', t => {
  const tenths = Object.values(WEIGHTS).reduce((sum, weight) => sum + weight, PEER_TENTHS + TIER_TENTHS.at(-1)!)
  t.is(tenths, 100)
  t.is(trustTenths({ met: ALL, peer_halves: 48 }, 5), 100)
  t.is(trustTenths({ met: 0, peer_halves: 0 }, 1), 0)
})

test('whatever is satisfied, each step down of the tier lowers the score by a tenth or more', t => {
  let least = Number.POSITIVE_INFINITY
  for (const facts of everyFacts()) {
    for (const tier of TIERS.slice(1)) {
      least = Math.min(least, trustTenths(facts, tier) - trustTenths(facts, tier - 1))
    }
  }
  t.is(least, 1)
})

test('an unsatisfied gate limits the score to 4.0, and every score is between 0 and 10', t => {
  let [highest, capped] = [0, 0]
  for (const facts of everyFacts()) {
    for (const tier of TIERS) {
      const tenths = trustTenths(facts, tier)
      if (!Number.isInteger(tenths) || tenths < 0) t.fail(`${tenths} tenths`)
      const isOpen = GATES.every(gate => isMet(metAt(facts, tier), gate))
      if (isOpen) highest = Math.max(highest, tenths)
      else capped = Math.max(capped, tenths)
    }
  }
  t.deepEqual([highest, capped], [100, 40])
})

test('neither a satisfied factor nor more people lower a score', t => {
  let falls = 0
  for (const facts of everyFacts()) {
    const tenths = trustTenths(facts, 3)
    for (const factor of FACTORS) if (trustTenths({ ...facts, met: facts.met | bitOf(factor) }, 3) < tenths) falls++
    if (trustTenths({ ...facts, peer_halves: facts.peer_halves + 1 }, 3) < tenths) falls++
  }
  t.is(falls, 0)
})
