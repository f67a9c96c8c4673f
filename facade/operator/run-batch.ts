import { type Exchange, serveBatch } from './batch.ts'
import { carryOut, type Surroundings } from './carry-out.ts'
import type { Command } from './verb.ts'

/** Runs command lines as they come; standard input being theirs, a text is read from what a request has as `input`. */
export async function runBatch(
  verbs: readonly Command[],
  exchange: Exchange,
  surroundings: Omit<Surroundings, 'readInput'>,
): Promise<void> {
  await serveBatch(exchange, async ({ argv, input }) => {
    const readInput = () => {
      if (input === undefined) throw new Error('the request has no input')
      return input
    }
    const { json: _, ...ending } = await carryOut(verbs, argv, { ...surroundings, readInput })
    return 'answer' in ending ? { exit_code: ending.exit_code, answer: ending.answer } : ending
  })
}
