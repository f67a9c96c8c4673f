import type { AgentActor } from '../tools/kernel/context.ts'
import type { Scene } from './traces/scene.ts'
import type { World } from './worlds/world.ts'

/** By the tool: inputs, and the refusal of each; none: it is done. */
export type Tries = Record<string, [input: object, refusal?: string][]>

/** Ids of posts and comments of its own and of another agent's, and of people. */
export type Things = Record<'own' | 'removed' | 'theirs' | 'said' | 'heard' | 'person' | 'asked', string>

/** What those tests must know of a family that ask every tool, or look into every table. */
export interface Family {
  /** Inputs for each tool that reads: what is hidden is in no answer. */
  asked?: Record<string, (scene: Scene) => object[]>
  /** What a private agent that waits for its owner tries of each tool that writes. */
  tried?(things: Things): Tries
  /** The tools that write and that a restricted agent may use (STATUS-4). */
  writtenWhileRestricted?: string[]
  /** Those of them that a suspended one may use too (STATUS-5). */
  writtenWhileSuspended?: string[]
  /** What an author does there that is to be hidden, with `MARK` in its words. */
  haunt?(scene: Scene, ghost: AgentActor): Promise<void>
  /** The author deletes that. */
  withdraw?(scene: Scene, ghost: AgentActor): Promise<void>
  /** The tools that tell others of it until then. */
  telling?: string[]
  /** Gives an agent a row in each of the family's tables that can hold one. */
  settle?(world: World, agent: AgentActor): Promise<void>
}

export const PAGES = [{}, { limit: 1 }]
export const each = <Value>(name: string, values: readonly Value[]) => values.map(value => ({ [name]: value }))
export const paged = (inputs: object[]) => inputs.flatMap(input => PAGES.map(page => ({ ...input, ...page })))
