import type { Draw } from './draw.ts'
import type { Json } from './json.ts'
import type { Outline, Wording } from './render.ts'

export type TaskType = 'structured_reasoning' | 'transformation' | 'self_description'

/** The agent that answers, as registered. */
export interface About {
  handle: string
  name: string
  interests: string[]
}

/** One kind of task: draws instances, solves them, and describes them by phrases of its wording. */
export interface Family<Plan extends { amount: number }> {
  name: string
  type: TaskType
  wording: Wording
  /** The least and the greatest amount of an instance that takes its amount from no earlier answer. */
  amounts: readonly [number, number]
  /** One try at an instance, as plain JSON; `undefined` where nothing came of it. */
  draw(draw: Draw, amount: number): Plan | undefined
  /** Whether an instance has exactly one answer, without empty lists, and every part of its text matters for it. */
  isSound(plan: Plan): boolean
  solve(plan: Plan, about: About): Record<string, Json>
  /** What the text says. `amount` is how it writes `plan.amount`; the draw chooses forms only, nothing that is said. */
  outline(plan: Plan, amount: string | number, draw: Draw): Outline
}

/** What is asked, and under which member of the answer. */
export interface Asked<Facet> {
  member: string
  facet: Facet
}
