import type { Draw } from '../../engine/draw.ts'
import { areDistinct } from '../../engine/draw-plan.ts'
import { membersFrom, peopleFrom, thingsFrom } from '../../engine/names.ts'
import { pointsOf } from './solve-statement.ts'
import type { OtherPoints, StatementPlan } from './statement-plan.ts'

export function drawStatement(draw: Draw, amount: number): StatementPlan {
  const [shown, points, topics, table] = membersFrom(draw, 4) as [string, string, string, string]
  const people = peopleFrom(draw, 3)
  const each = draw.integer(3, 9)
  return {
    amount,
    each,
    few: draw.integer(2, 6),
    bonus: draw.integer(11, 25),
    others: drawOthers(draw, people, amount + draw.integer(0, 4) * each),
    badge: { holder: draw.pick(people), points: draw.integer(11, 40) },
    isOddName: draw.isHeads(),
    cut: draw.pick(['first', 'last', 'reversed'] as const),
    topic: thingsFrom(draw, 1)[0]!,
    at: draw.pick(['front', 'end'] as const),
    isAgentFirst: draw.isHeads(),
    members: { shown, points, topics, table },
  }
}

/** Near the points of an agent with a few interests. */
function drawOthers(draw: Draw, people: string[], middle: number): OtherPoints[] {
  const points = people.map(() => Math.max(2, middle + draw.integer(-25, 25)))
  return points.map((own, at) => {
    const name = people[at]!
    if (at === 0) return { name, kind: 'exactly', points: own }
    const before = draw.integer(0, at - 1)
    const by = own - points[before]!
    return { name, kind: by > 0 ? 'more' : 'fewer', than: people[before]!, by: Math.abs(by) }
  })
}

export const isSoundStatement = ({ others }: StatementPlan): boolean => areDistinct([...pointsOf(others).values()])
