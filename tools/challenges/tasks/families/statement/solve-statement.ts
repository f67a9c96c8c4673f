import type { About } from '../../engine/family.ts'
import type { Json } from '../../engine/json.ts'
import type { OtherPoints, StatementPlan } from './statement-plan.ts'

export function pointsOf(others: readonly OtherPoints[]): Map<string, number> {
  const points = new Map<string, number>()
  for (const other of others) {
    const { name } = other
    if (other.kind === 'exactly') points.set(name, other.points)
    else points.set(name, points.get(other.than)! + (other.kind === 'more' ? other.by : -other.by))
  }
  return points
}

export function solveStatement(plan: StatementPlan, { handle, name, interests }: About): Record<string, Json> {
  const { amount, each, few, bonus, members } = plan
  const own = amount + each * interests.length + (interests.length < few ? bonus : 0)
  const others = [...pointsOf(plan.others)]
  const isAbove = (points: number) => points > own || (points === own && !plan.isAgentFirst)
  const ranked = others.toSorted(([, one], [, other]) => other - one)
  const [above, below] = [true, false].map(is => ranked.filter(([, points]) => isAbove(points) === is))
  const isEven = interests.length % 2 === 0
  return {
    [members.shown]: isEven === plan.isOddName ? handle : name,
    [members.points]: own,
    [members.topics]: topics(plan, interests),
    [members.table]: [...above!.map(([other]) => other), handle, ...below!.map(([other]) => other)],
  }
}

function topics({ cut, topic, at }: StatementPlan, interests: string[]): string[] {
  const left = { first: interests.slice(1), last: interests.slice(0, -1), reversed: interests.toReversed() }[cut]
  return at === 'front' ? [topic, ...left] : [...left, topic]
}
