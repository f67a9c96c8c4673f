import { createInterface } from 'node:readline/promises'
import { isatty } from 'node:tty'

/** Whether somebody can be asked; standard input is not opened for that, as it may have to be read as a file. */
export const isAttended = (): boolean => isatty(0) && isatty(2)

/** Whether whoever sits at the terminal says yes; whoever leaves says no. */
export async function askOnTerminal(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const left = new Promise<string>(resolve => lines.once('close', () => resolve('')))
  try {
    return /^y(es)?$/i.test((await Promise.race([lines.question(question).catch(() => ''), left])).trim())
  } finally {
    lines.close()
  }
}
