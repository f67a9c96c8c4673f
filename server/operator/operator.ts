import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { runCommand } from '../../facade/operator/command.ts'
import { DEEDS } from '../../facade/operator/deeds.ts'
import { keepGround } from '../../facade/operator/kept-ground.ts'
import { runBatch } from '../../facade/operator/run-batch.ts'
import type { Command } from '../../facade/operator/verb.ts'
import { VERBS } from '../../facade/operator/verbs.ts'
import { ConfigError, EXIT_CONFIG } from '../config/config-error.ts'
import { COMMANDS } from '../house.ts'
import { askOnTerminal, isAttended } from '../log/terminal.ts'
import { openGround } from '../operator-ground.ts'
import { takeConfig } from '../words.ts'
import { doDeed } from './deeds.ts'

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // An account without a name, as containers have them.
    return `uid ${process.getuid?.() ?? ''}`
  }
}

const readFile = (path: string) => readFileSync(path, 'utf8')
const readInput = () => readFileSync(0, 'utf8')
const print = (text: string) => void process.stdout.write(`${text}\n`)
const complain = (text: string) => void process.stderr.write(`${text}\n`)
/** Whether it was taken. */
const write = (line: string) =>
  new Promise<boolean>(resolve => process.stdout.write(`${line}\n`, error => resolve(!error)))

/** Carries out the words of a command line, or lines of standard input; the exit code. `clock`: that of the servers. */
export async function runOperator(
  line: readonly string[],
  verbs: readonly Command[] = [...VERBS, ...DEEDS],
  clock?: () => number,
): Promise<number> {
  // A reader that has seen enough, as head, closes the pipe.
  process.stdout.on('error', () => {})
  try {
    const { file, words } = takeConfig(line)
    return await carry(verbs, words, file, clock)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    complain(error.message)
    return EXIT_CONFIG
  }
}

async function carry(
  verbs: readonly Command[],
  words: readonly string[],
  file: string | undefined,
  clock: (() => number) | undefined,
): Promise<number> {
  const ground = keepGround(() => openGround(file, clock))
  const surroundings = {
    userName,
    readFile,
    openRuntime: ground.openRuntime,
    program: COMMANDS.operator,
    doDeed: (name: string, input: never, operator: string) => doDeed(name, input, { file, operator, commands: verbs }),
  }
  try {
    if (words[0] !== '--batch' || words.length > 1) {
      const terminal = { columns: process.stdout.columns, confirm: isAttended() ? askOnTerminal : undefined }
      return await runCommand(verbs, words, { print, complain }, { ...surroundings, ...terminal, readInput })
    }
    await runBatch(verbs, { requests: process.stdin, write, complain }, surroundings)
    return 0
  } finally {
    await ground.close()
  }
}
