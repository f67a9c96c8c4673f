import type { Json } from '../frame/family.ts'
import type { Crate, Fault, Remark, WeightsFacet, WeightsPlan } from './plan.ts'

type Told = Pick<WeightsPlan, 'crates' | 'scales' | 'faults' | 'exact' | 'remarks'>

export function shownWeights(crates: readonly Crate[]): Map<string, number> {
  const shown = new Map<string, number>()
  for (const crate of crates)
    shown.set(
      crate.name,
      figureOf(crate, name => shown.get(name)!),
    )
  return shown
}

function figureOf(crate: Crate, of: (name: string) => number): number {
  switch (crate.kind) {
    case 'exactly':
      return crate.kilograms.value
    case 'together':
      return of(crate.than) + of(crate.and)
    case 'twice':
      return 2 * of(crate.than)
    case 'rest':
      return crate.sum - of(crate.than)
    default:
      return of(crate.than) + (crate.kind === 'more' ? crate.by : -crate.by)
  }
}

/** What is told, as a remark has it read. */
function read(told: Told, remark: Remark): Told {
  const other = (scale: string) => told.scales.find(one => one !== scale)!
  const { crates, faults } = told
  switch (remark.kind) {
    case 'otherScale':
      return {
        ...told,
        crates: crates.map(crate => (crate.name === remark.crate ? { ...crate, scale: other(crate.scale) } : crate)),
      }
    case 'exchanged':
      return { ...told, faults: faults.map(fault => ({ ...fault, scale: other(fault.scale) })) }
    case 'by':
      return { ...told, faults: faults.map(fault => ({ ...fault, by: remark.to })) }
    case 'figure':
      return {
        ...told,
        crates: crates.map(crate => (crate.name === remark.crate ? corrected(crate, remark.to) : crate)),
      }
    case 'exempt':
      return { ...told, exact: [remark.to] }
    default:
      return told
  }
}

function corrected(crate: Crate, to: number): Crate {
  return crate.kind === 'rest' ? { ...crate, sum: to } : ({ ...crate, by: to } as Crate)
}

export const settled = (told: Told): Told => told.remarks.reduce(read, told)

const errorOf = ({ kind, by }: Fault) => (kind === 'over' ? by : -by)

export function trueWeights(told: Told): Map<string, number> {
  const { crates, exact, faults, remarks } = settled(told)
  const weights = shownWeights(crates)
  for (const { name, scale } of crates) {
    const figure = weights.get(name)!
    const fault = faults.find(one => one.scale === scale && figure >= (one.from ?? 0))
    if (fault && !exact.includes(name)) weights.set(name, figure - errorOf(fault))
  }
  for (const remark of remarks) {
    if (remark.kind !== 'shifted') continue
    weights.set(remark.from, weights.get(remark.from)! - remark.by)
    weights.set(remark.to, weights.get(remark.to)! + remark.by)
  }
  return weights
}

const byFigure = (figures: Map<string, number>): string[] =>
  [...figures].sort(([, one], [, other]) => one - other).map(([name]) => name)

const sum = (numbers: Iterable<number>) => [...numbers].reduce((all, number) => all + number, 0)

export function facetOf(plan: Told, facet: WeightsFacet): Json {
  const weights = trueWeights(plan)
  const of = (name: string) => weights.get(name)!
  const lightestFirst = byFigure(weights)
  switch (facet.kind) {
    case 'lightest':
      return lightestFirst
    case 'heaviest':
      return lightestFirst.toReversed()
    case 'secondLightest':
      return lightestFirst[1]!
    case 'secondHeaviest':
      return lightestFirst.at(-2)!
    case 'next':
      return lightestFirst[lightestFirst.indexOf(facet.crate) + 1]!
    case 'heavier':
      return lightestFirst.filter(name => of(name) > of(facet.crate))
    case 'weight':
      return of(facet.crate)
    case 'sum':
      return of(facet.one) + of(facet.other)
    case 'difference':
      return Math.abs(of(facet.one) - of(facet.other))
    case 'total':
      return sum(weights.values())
    case 'span':
      return of(lightestFirst.at(-1)!) - of(lightestFirst[0]!)
    case 'others':
      return sum(weights.values()) - of(facet.crate)
    case 'above':
      return lightestFirst.filter(name => of(name) > facet.limit).length
    default:
      return otherFacetOf(plan, facet, weights)
  }
}

/** What needs more than the weights in the end. */
function otherFacetOf(plan: Told, facet: WeightsFacet, weights: Map<string, number>): Json {
  const { crates, ...rest } = settled(plan)
  const shown = shownWeights(crates)
  const of = (name: string) => weights.get(name)!
  const on = (scale: string) => crates.filter(crate => crate.scale === scale).map(({ name }) => name)
  switch (facet.kind) {
    case 'asShown':
      return byFigure(shown)
    case 'shown':
      return shown.get(facet.crate)!
    case 'unremarked':
      return trueWeights({ ...plan, remarks: [] }).get(facet.crate)!
    case 'unexcepted':
      return trueWeights({ ...rest, crates, exact: [], remarks: plan.remarks.filter(isShift) }).get(facet.crate)!
    case 'onScale':
      return sum(on(facet.scale).map(of))
    case 'heaviestOn':
      return byFigure(weights).findLast(name => on(facet.scale).includes(name))!
    case 'aboveOn':
      return on(facet.scale).filter(name => of(name) > facet.limit)
    default:
      return crates.filter(({ name }) => of(name) !== shown.get(name)).length
  }
}

const isShift = ({ kind }: Remark) => kind === 'shifted'

export const weightsAnswer = (plan: WeightsPlan): Json =>
  Object.fromEntries(plan.asked.map(({ member, facet }) => [member, facetOf(plan, facet)]))
