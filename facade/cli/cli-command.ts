import type { z } from 'zod'
import type { OperatorTool, Typed } from '../../tools/core/define-tool.ts'

/** What the command line offers. */
export interface Command {
  readonly words: string
  readonly tool: Pick<OperatorTool, 'name' | 'description' | 'effect' | 'input' | 'output'>
  /** Inputs that may be given without their names, in this order. */
  readonly positional: readonly string[]
  /** Its answer for people, where lines and tables do not serve; `columns` of a terminal. */
  readonly format?: (answer: never, columns?: number) => string
  /** Whether there is something to mend, of which the exit code tells. */
  readonly hasProblem?: (answer: never) => boolean
}

/** The words that call a tool: a group and what is done in it, `person create`. */
export interface ToolCommand extends Command {
  readonly tool: OperatorTool
}

interface Terms<Input> {
  positional?: readonly (keyof Input & string)[]
}

export function toolCommand<Input extends z.ZodObject>(
  words: `${string} ${string}`,
  tool: Typed<OperatorTool, Input>,
  { positional = [] }: Terms<z.input<Input>> = {},
): ToolCommand {
  return Object.freeze({ words, tool, positional })
}

export const isToolCommand = (command: Command): command is ToolCommand => 'handler' in command.tool
