import { carryOut, EXIT_USAGE, type Surroundings } from './carry-out.ts'
import { printJson, printText } from './print.ts'
import type { Command } from './verb.ts'

interface Terminal {
  print(text: string): void
  complain(text: string): void
}

/** Runs one command line, tells how it ended, and answers its exit code. */
export async function runCommand(
  verbs: readonly Command[],
  words: readonly string[],
  { print, complain }: Terminal,
  surroundings: Surroundings,
): Promise<number> {
  const { json, exit_code, ...ended } = await carryOut(verbs, words, surroundings)
  if ('message' in ended) {
    const { message, problem } = ended
    const fault = problem ?? (exit_code === EXIT_USAGE ? { usage: message } : { message })
    complain(json ? printJson(fault) : message)
  } else if ('answer' in ended) {
    print(json ? printJson(ended.answer) : (ended.text ?? printText(ended.answer, surroundings.columns)))
  } else print(ended.text)
  return exit_code
}
