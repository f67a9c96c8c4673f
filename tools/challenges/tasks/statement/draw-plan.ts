import { earlierAmount } from '../frame/amount.ts'
import type { Draw } from '../frame/draw.ts'
import type { Earlier } from '../frame/family.ts'
import { membersFrom, peopleFrom, thingsFrom } from '../frame/names.ts'
import { ownPoints } from './answer.ts'
import type { OtherPoints, StatementPlan } from './plan.ts'

export function drawStatement(draw: Draw, earlier: Earlier): StatementPlan {
  const { about } = earlier
  const [shown, points, topics, beside] = membersFrom(draw, 4) as [string, string, string, string]
  const people = peopleFrom(draw, 4)
  const plan = {
    about,
    base: earlierAmount(draw, earlier, 41, 120),
    each: draw.integer(3, 9),
    few: draw.integer(2, 6),
    bonus: draw.integer(11, 25),
    badge: { holder: draw.pick(people.slice(0, 3)), points: draw.integer(11, 40) },
    isOddName: draw.isHeads(),
    cut: draw.pick(['first', 'last', 'reversed'] as const),
    topic: thingsFrom(draw, 1)[0]!,
    at: draw.pick(['front', 'end'] as const),
    members: { shown, points, topics, beside },
  }
  const own = ownPoints({ ...plan, asks: 'next_above' })
  const apart = draw.shuffle([-1, 1, draw.pick([-1, 1])].map((sign, at) => sign * draw.integer(1 + at * 9, 8 + at * 9)))
  const asks = draw.pick(['next_above', 'next_below'] as const)
  return {
    ...plan,
    asks,
    others: drawOthers(
      draw,
      people,
      apart.map(distance => own + distance),
    ),
  }
}

function drawOthers(draw: Draw, people: string[], points: number[]): OtherPoints[] {
  return points.map((own, at) => {
    const name = people[at]!
    if (at === 0) return { name, kind: 'exactly', points: own }
    const before = draw.integer(0, at - 1)
    const by = own - points[before]!
    return { name, kind: by > 0 ? 'more' : 'fewer', than: people[before]!, by: Math.abs(by) }
  })
}
