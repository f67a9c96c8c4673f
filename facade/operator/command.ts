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
  const { json, ...ended } = await carryOut(verbs, words, surroundings)
  if ('text' in ended) print(ended.text)
  else if ('answer' in ended) print(json ? printJson(ended.answer) : printText(ended.answer))
  else if (json && ended.problem) complain(printJson(ended.problem))
  else complain(json && ended.exit_code === EXIT_USAGE ? printJson({ usage: ended.message }) : ended.message)
  return ended.exit_code
}
