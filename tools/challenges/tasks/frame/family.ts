import type { Draw } from './draw.ts'

export type Json = null | boolean | number | string | Json[] | { [member: string]: Json }

export type TaskType = 'structured_reasoning' | 'transformation' | 'self_description'

export const LANGUAGES = ['en', 'de', 'es', 'fr'] as const
export type Language = (typeof LANGUAGES)[number]

/** The agent who is asked, as registered. */
export interface About {
  handle: string
  name: string
  interests: string[]
}

/** What stands before a task: whom it asks, and the right answers of the tasks before it. */
export interface Earlier {
  about: About
  answers: readonly Json[]
}

export interface Told {
  prompt?: string
  input?: Json
  instruction: string
}

/** What draws instances of one kind of task, and solves and tells them. */
export interface Family<Plan> {
  name: string
  type: TaskType
  /** The instance as plain JSON, in no language. */
  plan(draw: Draw, earlier: Earlier): Plan
  answer(plan: Plan): Json
  /** The draw chooses the phrasing, nothing else. */
  tell(plan: Plan, language: Language, draw: Draw): Told
  schema(plan: Plan): Schema
}

/** The part of JSON schema that answers are asked in. A list of `uniqueItems` may come in any order. */
export type Schema =
  | { type: 'string' | 'integer' | 'boolean' }
  | { type: 'array'; items: Schema; uniqueItems?: true }
  | { type: 'object'; properties: Record<string, Schema>; required: string[]; additionalProperties: false }
