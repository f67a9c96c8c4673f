import type { z } from 'zod'
import type { OperatorTool, Typed } from '../../tools/kernel/define.ts'

/** What the command line offers: the words that call a tool. */
export interface Verb {
  /** A group and what is done in it: `user create`. */
  readonly words: string
  readonly tool: OperatorTool
  /** Inputs that may be given without their names, in this order. */
  readonly positional: readonly string[]
}

interface Terms<Input> {
  positional?: readonly (keyof Input & string)[]
}

export function verb<Input extends z.ZodObject>(
  words: `${string} ${string}`,
  tool: Typed<OperatorTool, Input>,
  { positional = [] }: Terms<z.input<Input>> = {},
): Verb {
  return Object.freeze({ words, tool, positional })
}
