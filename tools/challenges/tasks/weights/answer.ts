import type { Json } from '../frame/family.ts'
import type { Crate, WeightsPlan } from './plan.ts'

export function shownWeights(crates: readonly Crate[]): Map<string, number> {
  const shown = new Map<string, number>()
  for (const crate of crates) {
    if (crate.kind === 'exactly') shown.set(crate.name, crate.kilograms.value)
    else if (crate.kind === 'together') shown.set(crate.name, shown.get(crate.than)! + shown.get(crate.and)!)
    else shown.set(crate.name, shown.get(crate.than)! + (crate.kind === 'more' ? crate.by : -crate.by))
  }
  return shown
}

export function trueWeights(plan: Pick<WeightsPlan, 'crates' | 'wrong' | 'excess' | 'exact'>): Map<string, number> {
  const shown = shownWeights(plan.crates)
  const isWrong = ({ name, scale }: Crate) => scale === plan.wrong && name !== plan.exact
  return new Map(plan.crates.map(crate => [crate.name, shown.get(crate.name)! - (isWrong(crate) ? plan.excess : 0)]))
}

export function weightsAnswer(plan: WeightsPlan): Json {
  const weights = trueWeights(plan)
  const lightest = [...weights].sort(([, one], [, other]) => one - other).map(([name]) => name)
  return {
    [plan.members.order]: plan.isHeaviestFirst ? lightest.toReversed() : lightest,
    [plan.members.first]: weights.get(plan.asked.first)!,
    [plan.members.second]: weights.get(plan.asked.second)!,
  }
}
