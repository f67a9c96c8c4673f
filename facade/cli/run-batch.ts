import { type BatchExchange, serveBatch } from './batch-mode.ts'
import type { Command } from './cli-command.ts'
import { type CliEnvironment, executeCommand } from './execute-command.ts'

/** Executes command lines from standard input; text options read from `input` of the request instead. */
export async function runBatch(
  verbs: readonly Command[],
  exchange: BatchExchange,
  surroundings: Omit<CliEnvironment, 'readInput'>,
): Promise<void> {
  await serveBatch(exchange, async ({ argv, input }) => {
    const readInput = () => {
      if (input === undefined) throw new Error('the request has no input')
      return input
    }
    const { json: _, ...ending } = await executeCommand(verbs, argv, { ...surroundings, readInput })
    return 'answer' in ending ? { exit_code: ending.exit_code, answer: ending.answer } : ending
  })
}
