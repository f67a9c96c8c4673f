import type { Json } from '../frame/family.ts'
import type { Crate, Remark, WeightsFacet, WeightsPlan } from '../weights/plan.ts'
import { sumOf } from './asked.ts'
import { mostBy } from './tally.ts'

/** What a remark of a kind says, where there is one. */
const said = <K extends Remark['kind']>({ remarks }: WeightsPlan, kind: K) =>
  remarks.find((remark): remark is Extract<Remark, { kind: K }> => remark.kind === kind)

/** Asks each crate anew for what was shown, down to the crate whose figure is told. */
export function solveWeights(plan: WeightsPlan): Json {
  return Object.fromEntries(plan.asked.map(({ member, facet }) => [member, answer(plan, facet)]))
}

function answer(plan: WeightsPlan, facet: WeightsFacet): Json {
  const names = plan.crates.map(({ name }) => name)
  const of = (name: string) => weigh(plan, name)
  const rising = (by: (name: string) => number) => names.toSorted((one, other) => by(one) - by(other))
  const heavierThan = (crate: string) => names.filter(name => of(name) > of(crate))
  switch (facet.kind) {
    case 'lightest':
    case 'heaviest':
      return facet.kind === 'lightest' ? rising(of) : rising(of).reverse()
    case 'asShown':
      return rising(name => shown(plan, name))
    case 'secondLightest':
      return names.find(name => heavierThan(name).length === names.length - 2)!
    case 'secondHeaviest':
      return names.find(name => heavierThan(name).length === 1)!
    case 'heavier':
      return heavierThan(facet.crate)
    case 'next':
      return mostBy(heavierThan(facet.crate), name => -of(name))
    case 'heaviestOn':
      return mostBy(onScale(plan, facet.scale), of)
    case 'aboveOn':
      return onScale(plan, facet.scale).filter(name => of(name) > facet.limit)
    default:
      return figure(plan, facet, names, of)
  }
}

function figure(plan: WeightsPlan, facet: WeightsFacet, names: string[], of: (name: string) => number): Json {
  switch (facet.kind) {
    case 'weight':
      return of(facet.crate)
    case 'shown':
      return shown(plan, facet.crate)
    case 'unremarked':
      return weigh({ ...plan, remarks: [] }, facet.crate)
    case 'unexcepted':
      return weigh(plan, facet.crate, [])
    case 'sum':
      return sumOf([facet.one, facet.other].map(of))
    case 'difference':
    case 'span': {
      const some = ('one' in facet ? [facet.one, facet.other] : names).map(of)
      return Math.max(...some) - Math.min(...some)
    }
    case 'onScale':
      return sumOf(onScale(plan, facet.scale).map(of))
    case 'others':
      return sumOf(names.filter(name => name !== facet.crate).map(of))
    case 'above':
      return names.filter(name => of(name) > facet.limit).length
    case 'off':
      return names.filter(name => of(name) !== shown(plan, name)).length
    default:
      return sumOf(names.map(of))
  }
}

const onScale = (plan: WeightsPlan, scale: string): string[] =>
  plan.crates.flatMap(({ name }) => (scaleOf(plan, name) === scale ? [name] : []))

function scaleOf(plan: WeightsPlan, name: string): string {
  const { scale } = crateOf(plan, name)
  if (said(plan, 'otherScale')?.crate !== name) return scale
  return plan.scales.filter(other => other !== scale)[0]!
}

/** The weight in the end: what was shown, less what the scale added to it, and what came or went later. */
function weigh(plan: WeightsPlan, name: string, spared = sparedBy(plan)): number {
  const figure = shown(plan, name)
  const { by, from, to } = said(plan, 'shifted') ?? { by: 0, from: '', to: '' }
  const later = (to === name ? by : 0) - (from === name ? by : 0)
  return figure - (spared.includes(name) ? 0 : added(plan, scaleOf(plan, name), figure)) + later
}

function sparedBy(plan: WeightsPlan): string[] {
  const exempt = said(plan, 'exempt')
  return exempt ? [exempt.to] : plan.exact
}

function added(plan: WeightsPlan, scale: string, figure: number): number {
  const isOther = said(plan, 'exchanged') !== undefined
  const fault = plan.faults.find(one => (one.scale === scale) !== isOther)
  if (!fault || figure < (fault.from ?? figure)) return 0
  const by = said(plan, 'by')?.to ?? fault.by
  return fault.kind === 'over' ? by : -by
}

const crateOf = (plan: WeightsPlan, name: string): Crate => plan.crates.find(one => one.name === name)!

function shown(plan: WeightsPlan, name: string): number {
  const crate = crateOf(plan, name)
  if (crate.kind === 'exactly') return crate.kilograms.value
  const figure = said(plan, 'figure')
  const to = figure?.crate === name ? figure.to : undefined
  const base = shown(plan, crate.than)
  if (crate.kind === 'together') return base + shown(plan, crate.and)
  if (crate.kind === 'twice') return base + base
  if (crate.kind === 'rest') return (to ?? crate.sum) - base
  return base + (to ?? crate.by) * (crate.kind === 'more' ? 1 : -1)
}
