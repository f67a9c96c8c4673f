import { createInterface } from 'node:readline/promises'
import { isatty } from 'node:tty'

/**
 * Whether a confirmation is possible; standard input is not opened for this check, as it may have to be read as a file.
 */
export const isAttended = (): boolean => isatty(0) && isatty(2)

/** Asks for a confirmation; closing the terminal means no. */
export async function askOnTerminal(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const left = new Promise<string>(resolve => lines.once('close', () => resolve('')))
  try {
    return /^y(es)?$/i.test((await Promise.race([lines.question(question).catch(() => ''), left])).trim())
  } finally {
    lines.close()
  }
}
