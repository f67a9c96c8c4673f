import type { Json } from '../../tools/challenges/tasks/engine/json.ts'

/** The members of the answer, each produced by its facet. */
export const answerOf = <F extends string>(
  requested: readonly { member: string; facet: F }[],
  facets: Record<F, () => Json>,
): Json => Object.fromEntries(requested.map(({ member, facet }) => [member, facets[facet]()]))

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)
