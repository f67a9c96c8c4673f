import type { About } from '../../tools/challenges/tasks/engine/family.ts'
import type { Json } from '../../tools/challenges/tasks/engine/json.ts'
import type { StatementPlan } from '../../tools/challenges/tasks/families/statement/statement-plan.ts'

/** Sorts all four by a key that includes the tie-breaking rule. */
export function solveStatement(plan: StatementPlan, { handle, name, interests }: About): Json {
  const { members } = plan
  const own =
    interests.reduce(points => points + plan.each, plan.amount) + (interests.length < plan.few ? plan.bonus : 0)
  const pointsOf = (person: string): number => {
    const stated = plan.others.find(other => other.name === person)!
    if (stated.kind === 'exactly') return stated.points
    return pointsOf(stated.than) + (stated.kind === 'more' ? stated.by : -stated.by)
  }
  const keyed = plan.others.map(other => ({ shown: other.name, key: 2 * pointsOf(other.name) }))
  keyed.push({ shown: handle, key: 2 * own + (plan.isAgentFirst ? 1 : -1) })
  const isOdd = interests.length % 2 === 1
  return {
    [members.shown]: isOdd === plan.isOddName ? name : handle,
    [members.points]: own,
    [members.topics]: topicsOf(plan, interests),
    [members.table]: keyed.sort((one, other) => other.key - one.key).map(({ shown }) => shown),
  }
}

function topicsOf({ cut, topic, at }: StatementPlan, interests: readonly string[]): string[] {
  const topics: string[] = []
  for (const [index, interest] of interests.entries()) {
    if (cut === 'reversed') topics.unshift(interest)
    else if (index !== (cut === 'first' ? 0 : interests.length - 1)) topics.push(interest)
  }
  return at === 'front' ? [topic, ...topics] : [...topics, topic]
}
