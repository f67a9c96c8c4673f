import type { Draw } from '../frame/draw.ts'
import { settled, trueWeights } from './answer.ts'
import type { WeightsFacet, WeightsPlan } from './plan.ts'

type Told = Pick<WeightsPlan, 'crates' | 'scales' | 'faults' | 'exact' | 'remarks'>

/** An order or a name, one or two weights, and now and then something else, of which there are many. */
export function drawAsked(draw: Draw, told: Told): WeightsFacet[] {
  const names = draw.shuffle(told.crates.map(({ name }) => name))
  const [one, other, third] = names as [string, string, string]
  const figures: WeightsFacet[] = [
    { kind: 'weight', crate: one },
    { kind: 'weight', crate: one },
    { kind: 'sum', one: other, other: third },
    { kind: 'difference', one: other, other: third },
    { kind: 'total' },
  ]
  const usual: WeightsFacet[] = [
    ...draw.sample(figures.slice(1), 2),
    draw.pick<WeightsFacet>([{ kind: 'lightest' }, { kind: 'heaviest' }]),
  ]
  if (draw.isHeads()) return usual
  const rare = draw.sample(rareFacets(draw, told, names), draw.pick([1, 1, 2]))
  return [figures[0]!, ...usual.slice(draw.pick([1, 2, 2])), ...rare]
}

function rareFacets(draw: Draw, told: Told, names: string[]): WeightsFacet[] {
  const { crates, remarks } = settled(told)
  const [, other, third] = names as [string, string, string]
  const weights = [...trueWeights(told).values()].sort((low, high) => low - high)
  const limit = draw.pick(weights.slice(0, -1)) + draw.integer(0, 3)
  const heaviest = [...trueWeights(told)].find(([, weight]) => weight === weights.at(-1))![0]
  const scale = draw.pick(crates).scale
  const isMoved = remarks.some(({ kind }) => kind === 'shifted')
  const facets: WeightsFacet[] = [
    ...(['asShown', 'span', 'secondLightest', 'secondHeaviest'] as const).map(kind => ({ kind })),
    ...(['shown', 'others', 'heavier'] as const).map(kind => ({ kind, crate: third })),
    { kind: 'next', crate: draw.pick(names.filter(name => name !== heaviest)) },
    { kind: 'onScale', scale },
    { kind: 'heaviestOn', scale },
  ]
  // A limit near the weights would say much of an earlier answer.
  const isEarlier = crates.some(crate => crate.kind === 'exactly' && crate.kilograms.from)
  if (!isEarlier) facets.push({ kind: 'above', limit }, { kind: 'aboveOn', scale, limit })
  if (!isMoved) facets.push({ kind: 'off' })
  if (remarks.length > 0) facets.push({ kind: 'unremarked', crate: other })
  if (told.exact.length > 0) facets.push({ kind: 'unexcepted', crate: draw.pick(told.exact) })
  return facets
}
