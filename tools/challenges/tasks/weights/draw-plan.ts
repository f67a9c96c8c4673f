import { type Amount, earlierAmount, numbersOf } from '../frame/amount.ts'
import type { Draw } from '../frame/draw.ts'
import { areDistinct, drawUntil } from '../frame/draw-until.ts'
import type { Earlier } from '../frame/family.ts'
import { membersFrom, thingsFrom } from '../frame/names.ts'
import { facetOf, settled, shownWeights, trueWeights, weightsAnswer } from './answer.ts'
import { drawAsked } from './draw-asked.ts'
import type { Crate, Fault, Remark, WeightsPlan } from './plan.ts'

/** What an amount leaves no number under that later tasks can take. */
const NEARLY_TOO_GREAT = 300

export function drawWeights(draw: Draw, earlier: Earlier): WeightsPlan {
  const amount = earlierAmount(draw, earlier, 41, 90)
  return drawUntil(draw, again => drawOnce(again, amount), isSound)
}

function isSound(plan: WeightsPlan): boolean {
  const shown = shownWeights(settled(plan).crates)
  const weights = trueWeights(plan)
  const figures = [...weights.values(), ...shown.values(), ...shownWeights(plan.crates).values()]
  if (!areDistinct([...weights.values()]) || Math.min(...figures) < 10) return false
  if (plan.labels.some(({ kilograms }) => figures.includes(kilograms))) return false
  if (plan.faults.some(({ from }) => from !== undefined && !isDivided([...shown.values()], from))) return false
  if (!areDistinct([...shown.values()]) && plan.asked.some(({ facet }) => facet.kind === 'asShown')) return false
  return isAnswerable(plan)
}

const isDivided = (figures: number[], from: number) =>
  figures.some(figure => figure >= from) && figures.some(figure => figure < from)

/** What is asked leans on the amount, cannot be read off, and offers a number. */
function isAnswerable(plan: WeightsPlan): boolean {
  const right = weightsAnswer(plan)
  const { value, from } = amountOf(plan)
  const told = [...JSON.stringify({ ...plan, asked: [] }).matchAll(/\d+/g)].map(([figure]) => Number(figure))
  if (from && told.filter(number => number === value).length > 1) return false
  const asked = plan.asked.map(({ facet }) => facetOf(plan, facet))
  const isList = asked.some(answer => Array.isArray(answer) && answer.length === plan.crates.length)
  const isReckoned = asked.some(answer => typeof answer === 'number' && answer > 9 && !told.includes(answer))
  const offers = numbersOf(right).length > 0 || value > NEARLY_TOO_GREAT
  const changed = weightsAnswer({ ...plan, crates: plan.crates.map(crate => heavier(crate)) })
  return offers && (isList || isReckoned) && JSON.stringify(changed) !== JSON.stringify(right)
}

const amountOf = ({ crates }: WeightsPlan): Amount =>
  crates.flatMap(crate => (crate.kind === 'exactly' ? [crate.kilograms] : []))[0]!

const heavier = (crate: Crate): Crate =>
  crate.kind === 'exactly' ? { ...crate, kilograms: { ...crate.kilograms, value: crate.kilograms.value + 1 } } : crate

function drawOnce(draw: Draw, amount: Amount): WeightsPlan {
  const [one, two, ...names] = thingsFrom(draw, 2 + draw.pick([4, 5, 5, 6])) as [string, string, ...string[]]
  const scales = draw.shuffle([one, one, two, two, draw.pick([one, two]), draw.pick([one, two])].slice(0, names.length))
  const crates: Crate[] = []
  for (const [at, name] of names.entries()) crates.push(drawCrate(draw, { name, scale: scales[at]! }, crates, amount))
  const faults = drawFaults(draw, [one, two])
  const exact = draw.sample(names, draw.pick([0, 1, 1, 1, 2]))
  const told = { crates, scales: [one, two] as [string, string], faults, exact }
  const remarks = drawRemarks(draw, told)
  const facets = drawAsked(draw, { ...told, remarks })
  const members = membersFrom(draw, facets.length)
  return {
    ...told,
    labels: draw.sample(names, draw.pick([0, 1, 1, 2])).map(crate => ({ crate, kilograms: draw.integer(30, 99) })),
    remarks,
    asked: facets.map((facet, index) => ({ member: members[index]!, facet })),
  }
}

function drawCrate(draw: Draw, place: { name: string; scale: string }, before: Crate[], amount: Amount): Crate {
  const [than, and] = draw.sample(before, 2).map(({ name }) => name)
  if (than === undefined) return { ...place, kind: 'exactly', kilograms: amount }
  const figure = shownWeights(before).get(than)!
  const kind = draw.pick(['more', 'more', 'less', 'less', 'together', 'twice', 'rest'] as const)
  if (kind === 'together' && and !== undefined) return { ...place, kind, than, and }
  if (kind === 'twice' && draw.integer(1, 3) === 1) return { ...place, kind, than }
  if (kind === 'rest' && draw.isHeads()) return { ...place, kind, than, sum: figure + draw.integer(21, 90) }
  if (kind === 'less' && figure > 40) return { ...place, kind, than, by: draw.integer(4, 17) }
  return { ...place, kind: 'more', than, by: draw.integer(14, 29) }
}

function drawFaults(draw: Draw, scales: [string, string]): Fault[] {
  const fault = (scale: string): Fault => ({ scale, kind: draw.pick(['over', 'under']), by: draw.integer(2, 9) })
  const [one, two] = draw.shuffle(scales) as [string, string]
  const rarity = draw.integer(1, 8)
  if (rarity === 1) return [fault(one), fault(two)]
  return [rarity === 2 ? { ...fault(one), from: draw.integer(45, 95) } : fault(one)]
}

type Told = Pick<WeightsPlan, 'crates' | 'scales' | 'faults' | 'exact'>

/** None, one or two, which do not touch each other. */
function drawRemarks(draw: Draw, { crates, exact, faults }: Told): Remark[] {
  const names = crates.map(({ name }) => name)
  const [one, other] = draw.sample(names, 2) as [string, string]
  const by = draw.integer(3, 8)
  const ofScales: Remark[] = [
    { kind: 'otherScale', crate: one },
    { kind: 'stillScale', crate: one },
    { kind: 'exchanged' },
  ]
  const ofContents: Remark[] = [
    { kind: 'shifted', from: one, to: other, by },
    { kind: 'unshifted', from: one, to: other, by },
  ]
  const ofFigures: Remark[] = crates.flatMap((crate): Remark[] => {
    const { name, kind } = crate
    if (kind === 'rest') return [{ kind: 'figure', crate: name, to: crate.sum + draw.integer(2, 9) }]
    return kind === 'more' || kind === 'less'
      ? [{ kind: 'figure', crate: name, to: crate.by + draw.integer(2, 9) }]
      : []
  })
  const [fault] = faults
  if (faults.length === 1) ofFigures.push({ kind: 'by', to: fault!.by + draw.integer(1, 4) })
  const [spared] = exact
  const others = names.filter(name => name !== spared)
  if (exact.length === 1) ofFigures.push({ kind: 'exempt', from: spared!, to: draw.pick(others) })
  const groups = draw.sample([ofScales, ofContents, ofFigures.slice(-3)], draw.pick([0, 1, 1, 1, 2]))
  return groups.filter(group => group.length > 0).map(group => draw.pick(group))
}
