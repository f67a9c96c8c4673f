import { offersEnough } from './amount.ts'
import type { Draw } from './draw.ts'
import type { Family } from './family.ts'

const ATTEMPTS = 10_000
const NOBODY = { handle: '', name: '', interests: [] }

/** A valid instance, whose answer depends on its amount. */
export function drawPlan<Plan extends { amount: number }>(family: Family<Plan>, draw: Draw, amount?: number): Plan {
  const value = amount ?? draw.integer(...family.amounts)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const plan = family.draw(draw, value)
    if (plan && isUsable(family, plan)) return plan
  }
  throw new Error(`could not draw a valid instance of ${family.name}`)
}

export function isUsable<Plan extends { amount: number }>(family: Family<Plan>, plan: Plan): boolean {
  if (!family.isSound(plan)) return false
  const answer = family.solve(plan, NOBODY)
  const other = family.solve({ ...plan, amount: plan.amount + 1 }, NOBODY)
  return offersEnough(answer, plan.amount) && JSON.stringify(answer) !== JSON.stringify(other)
}

/** The first valid of so many draws; retries a part independently as long as that is likely to help. */
export function drawWithin<T>(
  draw: Draw,
  attempts: number,
  make: (draw: Draw) => T,
  isSound: (made: T) => boolean,
): T | undefined {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const made = make(draw)
    if (isSound(made)) return made
  }
  return undefined
}

export const areDistinct = (values: readonly unknown[]) => new Set(values).size === values.length
