import type { z } from 'zod'
import type { OperatorTool, Typed } from '../../tools/core/define-tool.ts'

/** A verb of the command line. */
export interface Command {
  readonly name: string
  /** Heading in the help. */
  readonly topic?: string
  readonly tool: Pick<OperatorTool, 'name' | 'description' | 'effect' | 'input' | 'output'>
  /** Inputs that can be positional, in this order. */
  readonly positional: readonly string[]
  /** Formats its output for people, if lines and tables are not suitable; `columns` of a terminal. */
  readonly format?: (answer: never, columns?: number) => string
  /** Whether the output reports a problem, which determines the exit code. */
  readonly hasProblem?: (answer: never) => boolean
}

/** The name of a verb: a group and an action, `person create`. */
export interface ToolCommand extends Command {
  readonly tool: OperatorTool
}

interface Terms<Input> {
  positional?: readonly (keyof Input & string)[]
}

export function toolCommand<Input extends z.ZodObject>(
  name: `${string} ${string}`,
  tool: Typed<OperatorTool, Input>,
  { positional = [] }: Terms<z.input<Input>> = {},
): ToolCommand {
  return Object.freeze({ name, tool, positional })
}

export const isToolCommand = (command: Command): command is ToolCommand => 'handler' in command.tool
