import { type Amount, numbersOf } from './amount.ts'
import type { Draw } from './draw.ts'
import type { Json } from './family.ts'

const ATTEMPTS = 10_000

/** An amount from here on may leave no answer within what later tasks can take; these then take the amount itself. */
const NEARLY_TOO_GREAT = 400

/** Draws again what came out ambiguous, or not at all. */
export function drawUntil<T>(draw: Draw, make: (draw: Draw) => T | undefined, isSound?: (made: T) => boolean): T {
  const made = drawWithin(draw, ATTEMPTS, make, isSound)
  if (made === undefined) throw new Error('no sound instance came out')
  return made
}

/** The first of so many draws that is sound: a part that is drawn again for itself, as long as that is likely to help. */
export function drawWithin<T>(
  draw: Draw,
  attempts: number,
  make: (draw: Draw) => T | undefined,
  isSound: (made: T) => boolean = () => true,
): T | undefined {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const made = make(draw)
    if (made !== undefined && isSound(made)) return made
  }
  return undefined
}

/** Whether the right answer offers a number to later tasks, and another one if the plan's amount were another. */
export function isLinked<Plan extends { amount: Amount }>(plan: Plan, answer: (plan: Plan) => Json): boolean {
  const other = { ...plan, amount: { ...plan.amount, value: plan.amount.value + 1 } }
  const right = answer(plan)
  const offers = numbersOf(right).length > 0 || plan.amount.value > NEARLY_TOO_GREAT
  return offers && JSON.stringify(answer(other)) !== JSON.stringify(right)
}

export const areDistinct = (values: readonly unknown[]) => new Set(values).size === values.length
