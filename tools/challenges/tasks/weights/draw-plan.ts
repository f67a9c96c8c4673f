import { earlierAmount } from '../frame/amount.ts'
import type { Draw } from '../frame/draw.ts'
import type { Earlier } from '../frame/family.ts'
import { membersFrom, thingsFrom } from '../frame/names.ts'
import { shownWeights, trueWeights } from './answer.ts'
import type { Crate, WeightsPlan } from './plan.ts'

export function drawWeights(draw: Draw, earlier: Earlier): WeightsPlan {
  for (;;) {
    const plan = drawOnce(draw, earlier)
    const weights = [...trueWeights(plan).values()]
    const figures = [...weights, ...shownWeights(plan.crates).values()]
    if (figures.includes(plan.label.kilograms)) continue
    if (new Set(weights).size === weights.length && Math.min(...weights) >= 10) return plan
  }
}

function drawOnce(draw: Draw, earlier: Earlier): WeightsPlan {
  const [one, two, ...names] = thingsFrom(draw, 7) as [string, string, ...string[]]
  const scales = draw.shuffle([one, one, two, two, draw.pick([one, two])])
  const crates: Crate[] = []
  for (const [at, kind] of (
    ['exactly', ...draw.shuffle(['more', 'less', 'together', 'more'] as const)] as const
  ).entries()) {
    const place = { name: names[at]!, scale: scales[at]! }
    const [than, and] = draw.sample(crates, 2).map(({ name }) => name)
    if (kind === 'exactly') crates.push({ ...place, kind, kilograms: earlierAmount(draw, earlier, 41, 90) })
    else if (kind === 'together' && and) crates.push({ ...place, kind, than: than!, and })
    else if (kind === 'less' && shownWeights(crates).get(than!)! > 40) {
      crates.push({ ...place, kind, than: than!, by: draw.integer(4, 17) })
    } else crates.push({ ...place, kind: 'more', than: than!, by: draw.integer(14, 29) })
  }
  const wrong = draw.pick([one, two])
  const onWrong = crates.filter(({ scale }) => scale === wrong).map(({ name }) => name)
  // Of what is twice as heavy nothing is asked: later tasks take numbers up to a bound.
  const lighter = crates.filter(({ kind }) => kind !== 'together').map(({ name }) => name)
  const [first, second] = draw.sample(lighter, 2) as [string, string]
  const [order, m1, m2] = membersFrom(draw, 3) as [string, string, string]
  return {
    crates,
    scales: [one, two],
    wrong,
    excess: draw.integer(2, 8),
    exact: draw.pick(onWrong),
    label: { crate: draw.pick(names), kilograms: draw.integer(30, 99) },
    isHeaviestFirst: draw.isHeads(),
    asked: { first, second },
    members: { order, first: m1, second: m2 },
  }
}
