import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import type { Command } from '../../facade/cli/cli-command.ts'
import { TOOL_COMMANDS } from '../../facade/cli/cli-commands.ts'
import { runBatch } from '../../facade/cli/run-batch.ts'
import { runCommand } from '../../facade/cli/run-command.ts'
import { reuseRuntime } from '../../facade/cli/runtime-reuse.ts'
import { SYSTEM_COMMANDS } from '../../facade/cli/system-commands.ts'
import { extractConfigFlag } from '../argv.ts'
import { CLI_COMMANDS, VERSION } from '../cli-names.ts'
import { ConfigError, EXIT_CONFIG } from '../config/config-error.ts'
import { askOnTerminal, isAttended } from '../log/terminal.ts'
import { openOperatorRuntime } from '../operator-runtime.ts'
import { runSystemCommand } from './system-commands.ts'

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // An account without a name, as in containers.
    return `uid ${process.getuid?.() ?? ''}`
  }
}

const readFile = (path: string) => readFileSync(path, 'utf8')
const readInput = () => readFileSync(0, 'utf8')
const print = (text: string) => void process.stdout.write(`${text}\n`)
const complain = (text: string) => void process.stderr.write(`${text}\n`)
/** Whether it was written. */
const write = (line: string) =>
  new Promise<boolean>(resolve => process.stdout.write(`${line}\n`, error => resolve(!error)))

/**
 * Executes the arguments of a command line, or lines of standard input; returns the exit code. `clock`: that of the
 * servers.
 */
export async function runOperator(
  line: readonly string[],
  verbs: readonly Command[] = [...TOOL_COMMANDS, ...SYSTEM_COMMANDS],
  clock?: () => number,
): Promise<number> {
  // A reader such as head closes the pipe when it has read enough.
  process.stdout.on('error', () => {})
  try {
    const { file, rest: argv } = extractConfigFlag(line)
    return await carry(verbs, argv, file, clock)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    complain(error.message)
    return EXIT_CONFIG
  }
}

async function carry(
  verbs: readonly Command[],
  argv: readonly string[],
  file: string | undefined,
  clock: (() => number) | undefined,
): Promise<number> {
  const runtime = reuseRuntime(() => openOperatorRuntime(file, clock))
  const surroundings = {
    userName,
    readFile,
    openRuntime: runtime.openRuntime,
    program: CLI_COMMANDS.operator,
    version: VERSION,
    runSystemCommand: (name: string, input: never, operator: string) =>
      runSystemCommand(name, input, { file, operator, commands: verbs }),
  }
  try {
    if (argv[0] !== '--batch' || argv.length > 1) {
      const terminal = { columns: process.stdout.columns, confirm: isAttended() ? askOnTerminal : undefined }
      return await runCommand(verbs, argv, { print, writeError: complain }, { ...surroundings, ...terminal, readInput })
    }
    await runBatch(verbs, { requests: process.stdin, write, writeError: complain }, surroundings)
    return 0
  } finally {
    await runtime.close()
  }
}
