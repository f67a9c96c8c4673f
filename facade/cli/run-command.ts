import type { Command } from './cli-command.ts'
import { type CliEnvironment, EXIT_USAGE, executeCommand } from './execute-command.ts'
import { printJson, printText } from './print-result.ts'

interface Terminal {
  print(text: string): void
  writeError(text: string): void
}

/** Executes one command line, prints the result, and returns the exit code. */
export async function runCommand(
  verbs: readonly Command[],
  argv: readonly string[],
  { print, writeError }: Terminal,
  surroundings: CliEnvironment,
): Promise<number> {
  const { json, exit_code, ...ended } = await executeCommand(verbs, argv, surroundings)
  if ('message' in ended) {
    const { message, problem } = ended
    const fault = problem ?? (exit_code === EXIT_USAGE ? { usage: message } : { message })
    writeError(json ? printJson(fault) : message)
  } else if ('answer' in ended) {
    print(json ? printJson(ended.answer) : (ended.text ?? printText(ended.answer, surroundings.columns)))
  } else print(ended.text)
  return exit_code
}
