import { VERBS, type Verb } from './agent/verbs.ts'
import { verifyBundle } from './bundle/verify-bundle.ts'
import { runMcp } from './mcp/run-mcp.ts'
import { nearest } from './nearest-command.ts'
import { type Environment, Misused } from './options.ts'
import { checkProvider } from './provider/check-provider.ts'
import { verifyPublic } from './record/verify-public.ts'
import { USAGE, usageOf } from './usage.ts'
import { VERSION } from './version.ts'

type Run = (args: string[], environment: Environment) => Promise<number> | number

const PROGRAMS: Readonly<Record<string, Run>> = {
  mcp: runMcp,
  verify: args => verifyPublic(args),
  'verify-bundle': args => verifyBundle(args),
  'check-provider': checkProvider,
}

const COMMANDS = [...Object.keys(PROGRAMS), ...Object.keys(VERBS)]

/** Runs one command, and returns its exit code. */
export async function run(args: readonly string[], environment: Environment): Promise<number> {
  const [first = '--help', ...rest] = args
  try {
    if (first === '--version') return print(`${VERSION}\n`)
    if (first === '--help' || first === '-h') return print(USAGE)
    if (!COMMANDS.includes(first)) throw new Misused(`unknown command ${first}${suggestion(first)}`)
    if (rest.includes('--help') || rest.includes('-h')) return print(usageOf(first))
    if (Object.hasOwn(PROGRAMS, first)) return await PROGRAMS[first]!(rest, environment)
    await VERBS[first as Verb](rest, environment)
    return 0
  } catch (error) {
    if (!(error instanceof Misused)) throw error
    process.stderr.write(`colloquy-agent: ${error.message} (see colloquy-agent --help)\n`)
    return 2
  }
}

function print(text: string): number {
  process.stdout.write(text)
  return 0
}

function suggestion(word: string): string {
  const similar = nearest(word, COMMANDS)
  return similar === undefined ? '' : `; did you mean ${similar}?`
}
