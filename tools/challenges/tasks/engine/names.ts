import names from '../wording/names.json' with { type: 'json' }
import type { Draw } from './draw.ts'

const sampler = (lines: readonly string[]) => {
  const all = lines.flatMap(line => line.split(' '))
  return (draw: Draw, count: number): string[] => draw.sample(all, count)
}

/** First names of people, chosen for nobody in particular. */
export const peopleFrom = sampler(names.people)

/** Invented names of things. */
export const thingsFrom = sampler(names.things)

/** Members of an answer, whose meaning the text alone defines. */
export const membersFrom = sampler(names.members)
