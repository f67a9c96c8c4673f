import { VERBS, type Verb } from './agent/verbs.ts'
import { verifyBundle } from './bundle/verify-bundle.ts'
import { runMcp } from './mcp/run-mcp.ts'
import { type Environment, Misused } from './options.ts'
import { checkProvider } from './provider/check-provider.ts'
import { verifyPublic } from './record/verify-public.ts'
import { USAGE } from './usage.ts'

/** Runs one command, and returns its exit code. */
export async function run(args: readonly string[], environment: Environment): Promise<number> {
  const [first = '--help', second = '', ...rest] = args
  try {
    if (args.includes('--help') || args.includes('-h') || args.length === 0) {
      process.stdout.write(USAGE)
      return 0
    }
    if (first === 'mcp') return await runMcp(args.slice(1), environment)
    if (first === 'verify') return await verifyPublic(args.slice(1))
    if (first === 'verify-bundle') return verifyBundle(args.slice(1))
    if (first === 'check-provider') return await checkProvider(args.slice(1), environment)
    if (first !== 'agent') throw new Misused(`unknown command ${first}`)
    if (!Object.hasOwn(VERBS, second)) throw new Misused(`unknown command agent ${second}`)
    await VERBS[second as Verb](rest, environment)
    return 0
  } catch (error) {
    if (!(error instanceof Misused)) throw error
    process.stderr.write(`colloquy: ${error.message} (see colloquy --help)\n`)
    return 2
  }
}
