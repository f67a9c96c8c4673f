import type { Json } from '../frame/family.ts'
import type { OtherPoints, StatementPlan } from './plan.ts'

export const ownPoints = ({ about, base, each, few, bonus }: Omit<StatementPlan, 'others'>): number =>
  base.value + each * about.interests.length + (about.interests.length < few ? bonus : 0)

export function pointsOf(others: readonly OtherPoints[]): Map<string, number> {
  const points = new Map<string, number>()
  for (const other of others) {
    const { name } = other
    if (other.kind === 'exactly') points.set(name, other.points)
    else points.set(name, points.get(other.than)! + (other.kind === 'more' ? other.by : -other.by))
  }
  return points
}

export function statementAnswer(plan: StatementPlan): Json {
  const { about, asks, members } = plan
  const own = ownPoints(plan)
  const sign = asks === 'next_above' ? 1 : -1
  const [beside] = [...pointsOf(plan.others)]
    .filter(([, points]) => sign * (points - own) > 0)
    .sort(([, one], [, other]) => sign * (one - other))
    .map(([name]) => name)
  const isEven = about.interests.length % 2 === 0
  return {
    [members.shown]: isEven === plan.isOddName ? about.handle : about.name,
    [members.points]: own,
    [members.topics]: topics(plan),
    [members.beside]: beside!,
  }
}

function topics({ about, cut, topic, at }: StatementPlan): string[] {
  const { interests } = about
  const kept = { first: interests.slice(1), last: interests.slice(0, -1), reversed: interests.toReversed() }[cut]
  return at === 'front' ? [topic, ...kept] : [...kept, topic]
}
