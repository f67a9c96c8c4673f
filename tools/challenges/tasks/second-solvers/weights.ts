import type { Json } from '../frame/family.ts'
import type { Crate, WeightsPlan } from '../weights/plan.ts'

/** Asks each crate anew for what was shown, down to the crate whose figure is told. */
export function solveWeights(plan: WeightsPlan): Json {
  const { asked, members } = plan
  const shownFor = (name: string) => shown(plan.crates, name)
  const isOff = ({ name, scale }: Crate) => scale === plan.wrong && name !== plan.exact
  const trueOf = (name: string) => {
    const crate = plan.crates.find(one => one.name === name)!
    return shownFor(name) - (isOff(crate) ? plan.excess : 0)
  }
  const order = plan.crates.map(({ name }) => name).sort((one, other) => trueOf(one) - trueOf(other))
  return {
    [members.order]: plan.isHeaviestFirst ? order.toReversed() : order,
    [members.first]: trueOf(asked.first),
    [members.second]: trueOf(asked.second),
  }
}

function shown(crates: Crate[], name: string): number {
  const crate = crates.find(one => one.name === name)!
  if (crate.kind === 'exactly') return crate.kilograms.value
  const base = shown(crates, crate.than)
  if (crate.kind === 'together') return base + shown(crates, crate.and)
  return crate.kind === 'more' ? base + crate.by : base - crate.by
}
