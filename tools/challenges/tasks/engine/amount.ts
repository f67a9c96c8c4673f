import type { Draw } from './draw.ts'
import type { Json } from './json.ts'

/** The range of amounts that an answer may pass on, and that every family supports. */
const REFERABLE = { least: 10, greatest: 500 } as const

/** From here on the answer may have no number in range for a later task; such tasks draw their own. */
const NEARLY_TOO_GREAT = 400

/** The number of an earlier answer that is the amount of a task. The first task is 1. */
export interface AmountSource {
  task: number
  member: string
  value: number
}

/** The members of an answer that can be the amount of a later task. */
export const offeredBy = (answer: Json): [string, number][] =>
  answer === null || typeof answer !== 'object' || Array.isArray(answer)
    ? []
    : Object.entries(answer).filter(
        (entry): entry is [string, number] =>
          Number.isInteger(entry[1]) && Number(entry[1]) >= REFERABLE.least && Number(entry[1]) <= REFERABLE.greatest,
      )

/** A number of the last answer that has one in range. */
export function drawSource(draw: Draw, answers: readonly Json[]): AmountSource | undefined {
  for (const [at, answer] of [...answers.entries()].toReversed()) {
    const offered = offeredBy(answer)
    if (offered.length === 0) continue
    const [member, value] = draw.pick(offered)
    return { task: at + 1, member, value }
  }
  return undefined
}

export const offersEnough = (answer: Json, amount: number): boolean =>
  amount > NEARLY_TOO_GREAT || offeredBy(answer).length > 0
