import type { Draw } from './draw.ts'
import type { Json } from './json.ts'
import type { Outline, Wording } from './render.ts'

export type TaskType = 'structured_reasoning' | 'transformation' | 'self_description'

/** The answering agent, as registered. */
export interface About {
  handle: string
  name: string
  interests: string[]
}

/** A kind of task: draws instances, solves them, and describes them with phrases of its wording. */
export interface Family<Plan extends { amount: number }> {
  name: string
  type: TaskType
  wording: Wording
  /** The range of the amount of an instance without an earlier answer. */
  amounts: readonly [number, number]
  /** One attempt at an instance, as plain JSON; `undefined` if it failed. */
  draw(draw: Draw, amount: number): Plan | undefined
  /** Whether an instance has exactly one answer, without empty lists, and every part of its text matters. */
  isSound(plan: Plan): boolean
  solve(plan: Plan, about: About): Record<string, Json>
  /**
   * The content of the text. `amount` is how `plan.amount` is written; the draw selects only wording, never content.
   */
  outline(plan: Plan, amount: string | number, draw: Draw): Outline
}

/** The requested answer, and its member names. */
export interface Asked<Facet> {
  member: string
  facet: Facet
}
