import names from '../wording/names.json' with { type: 'json' }
import type { Draw } from './draw.ts'

const sampler = (lines: readonly string[]) => {
  const all = lines.flatMap(line => line.split(' '))
  return (draw: Draw, count: number): string[] => draw.sample(all, count)
}

/** First names of people. */
export const peopleFrom = sampler(names.people)

/** Invented names of things. */
export const thingsFrom = sampler(names.things)

/** Member names of answers, which only the text of a task defines. */
export const membersFrom = sampler(names.members)
