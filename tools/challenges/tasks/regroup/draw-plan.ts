import { earlierAmount, numbersOf } from '../frame/amount.ts'
import type { Draw } from '../frame/draw.ts'
import { drawUntil } from '../frame/draw-until.ts'
import type { Earlier } from '../frame/family.ts'
import { membersFrom, peopleFrom, thingsFrom } from '../frame/names.ts'
import type { TallyFacet } from '../frame/tally.ts'
import { reckon } from '../frame/tally-answer.ts'
import { drawFacets, drawTally, isClear } from '../frame/tally-draw.ts'
import { grouped, listOf, regroupAnswer } from './answer.ts'
import { type RegroupPlan, SHIFTS, type Shift } from './plan.ts'

export const drawRegroup = (draw: Draw, earlier: Earlier): RegroupPlan =>
  drawUntil(draw, again => drawOnce(again, earlier), isSound)

function isSound(plan: RegroupPlan): boolean {
  const reckoned = reckon(listOf(plan.volunteers), plan)
  if (!isClear(reckoned, plan, SHIFTS)) return false
  if ([...reckoned.sheet.values()].some(row => row.get('day') === row.get('evening'))) return false
  const { upper, lower } = grouped(plan, reckoned)
  if (Math.min(upper.length, lower.length) < 2) return false
  const [first, ...others] = plan.volunteers as [RegroupPlan['volunteers'][number]]
  const changed = { ...first, day: { ...first.day, value: first.day.value + 1 } }
  const right = regroupAnswer(plan)
  const other = regroupAnswer({ ...plan, volunteers: [changed, ...others] })
  const told = [...JSON.stringify({ ...plan, asked: [] }).matchAll(/\d+/g)].map(([figure]) => Number(figure))
  const reckonedAnew = numbersOf(right).filter(([, number]) => !told.includes(number))
  const offers = reckonedAnew.length > 0 || first.day.value > 200
  return offers && JSON.stringify(right) !== JSON.stringify(other)
}

function drawOnce(draw: Draw, earlier: Earlier): RegroupPlan {
  const names = peopleFrom(draw, draw.pick([5, 6, 6, 7]))
  const volunteers = names.map((name, index) => ({
    name,
    day: index === 0 ? earlierAmount(draw, earlier, 14, 29) : { value: draw.integer(14, 29) },
    evening: draw.integer(13, 25),
  }))
  const tally = drawTally(draw, listOf(volunteers), SHIFTS)
  const [upper, lower, ...keys] = membersFrom(draw, 5) as [string, string, ...string[]]
  const facets = drawFacets(draw, tally, names[0]!, names, SHIFTS)
  const rank: TallyFacet<Shift> = { kind: draw.pick(['best', 'worst'] as const) }
  const members = draw.pick([{ upper, lower }, { upper, lower }, { upper }, { lower }])
  const [high, low] = thingsFrom(draw, 2) as [string, string]
  return {
    volunteers,
    ...tally,
    groups: { upper: high, lower: low },
    split: draw.pick([
      { kind: 'atLeast', number: draw.integer(42, 58) },
      { kind: 'top', number: draw.integer(2, 4) },
      { kind: 'above', person: draw.pick(names) },
    ]),
    moved: draw.isHeads() ? { persons: draw.sample(names, draw.pick([1, 2, 2])) } : {},
    isFewestFirst: draw.isHeads(),
    members,
    asked: ('upper' in members && 'lower' in members ? facets : [...facets, rank]).map((facet, index) => ({
      member: keys[index]!,
      facet,
    })),
  }
}
