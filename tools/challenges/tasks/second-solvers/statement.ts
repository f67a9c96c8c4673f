import type { Json } from '../frame/family.ts'
import type { StatementPlan } from '../statement/plan.ts'

/** Counts up and down from the agent's own points until somebody is met. */
export function solveStatement(plan: StatementPlan): Json {
  const { about, members } = plan
  const { interests } = about
  const own =
    interests.reduce(points => points + plan.each, plan.base.value) + (interests.length < plan.few ? plan.bonus : 0)
  const isOdd = interests.length % 2 === 1
  return {
    [members.shown]: isOdd === plan.isOddName ? about.name : about.handle,
    [members.points]: own,
    [members.topics]: topicsOf(plan),
    [members.beside]: whoIsMet(plan, own),
  }
}

function topicsOf({ about, cut, topic, at }: StatementPlan): string[] {
  const topics: string[] = []
  for (const [index, interest] of about.interests.entries()) {
    if (cut === 'reversed') topics.unshift(interest)
    else if (index !== (cut === 'first' ? 0 : about.interests.length - 1)) topics.push(interest)
  }
  return at === 'front' ? [topic, ...topics] : [...topics, topic]
}

function whoIsMet(plan: StatementPlan, own: number): string {
  const pointsOf = (name: string): number => {
    const told = plan.others.find(other => other.name === name)!
    if (told.kind === 'exactly') return told.points
    return pointsOf(told.than) + (told.kind === 'more' ? told.by : -told.by)
  }
  const step = plan.asks === 'next_above' ? 1 : -1
  const farthest = Math.max(...plan.others.map(({ name }) => Math.abs(pointsOf(name) - own)))
  for (let away = 1; away <= farthest; away++) {
    const met = plan.others.find(({ name }) => pointsOf(name) === own + step * away)
    if (met) return met.name
  }
  throw new Error(`nobody is ${plan.asks}`)
}
