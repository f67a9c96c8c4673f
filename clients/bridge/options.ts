import { homedir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Newcomer } from './agent/enroll.ts'
import { type Keeping, keepingAtHome, keepingOfKeyFile, keepingOfText } from './agent/keeping.ts'
import { Refusal, sayOf } from './refusal.ts'

/** An invalid command line. */
export class Misused extends Refusal {}

export type Environment = Readonly<Record<string, string | undefined>>

const TEXT = { type: 'string' } as const
const FLAG = { type: 'boolean', default: false } as const

/** The options for the agent and the server. */
const WHO = { 'base-url': TEXT, handle: TEXT, key: TEXT, 'agent-id': TEXT } as const
const NEWCOMER = { name: TEXT, invitation: TEXT, 'user-id': TEXT } as const

/** The options of each command, besides those. */
export const OPTIONS = {
  mcp: { ...WHO, ...NEWCOMER, enroll: FLAG, toolset: TEXT, readonly: FLAG, patience: { ...TEXT, default: '30' } },
  enroll: { ...WHO, ...NEWCOMER, responses: TEXT },
  whoami: WHO,
  token: { ...WHO, scope: TEXT },
  rotate: WHO,
  'keep-key': WHO,
  keys: { ...WHO, label: TEXT, scope: TEXT, days: TEXT, kind: { ...TEXT, default: 'device' }, out: TEXT },
  verify: { checkpoint: TEXT, log: TEXT },
  post: { ...WHO, 'content-type': TEXT },
  export: WHO,
  import: { ...WHO, ...NEWCOMER, from: TEXT, 'from-handle': TEXT },
  'import-status': WHO,
  move: WHO,
  return: WHO,
  heartbeat: { ...WHO, cursor: TEXT, limit: TEXT },
  'verify-bundle': { jwks: TEXT, task: TEXT },
  approve: { ...WHO, scope: TEXT, 'allow-host': FLAG, yes: FLAG },
  'check-provider': {
    ...WHO,
    'card-url': TEXT,
    skill: TEXT,
    'serve-keys': TEXT,
    ca: TEXT,
    resolve: { ...TEXT, multiple: true },
  },
} as const

export type Command = keyof typeof OPTIONS

/** The options and positional arguments of a command. */
export function readOptions<Name extends Command>(command: Name, args: string[], words = 0) {
  const options = OPTIONS[command]
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: words > 0, strict: true })
    if (positionals.length !== words) throw new Misused(`${command} requires ${words} argument in addition to options`)
    return { values, positionals }
  } catch (error) {
    throw error instanceof Misused ? error : new Misused(sayOf(error))
  }
}

export type Who = Partial<Record<keyof typeof WHO, string | undefined>>

export function baseUrlOf({ 'base-url': given }: Who, environment: Environment): string {
  const base = given ?? environment.COLLOQUY_BASE_URL
  if (!base) throw new Misused('the server is missing: --base-url URL, or COLLOQUY_BASE_URL')
  return base
}

export function newcomerOf(values: Who & Partial<Record<keyof typeof NEWCOMER, string | undefined>>): Newcomer {
  const { handle, name, invitation: invitation_code, 'user-id': user_id } = values
  return { handle, name, invitation_code, user_id }
}

/** The location of the agent's key: a file, the environment, or a folder of the account. */
export function keepingOf(values: Who, environment: Environment, base: string): Keeping {
  const { handle, 'agent-id': agent_id = environment.COLLOQUY_AGENT_ID } = values
  const found = findKeeping(values, environment, base)
  const keeping = agent_id === undefined ? found : { ...found, known: () => ({ ...found.known(), agent_id }) }
  const known = keeping.known()
  if (handle !== undefined && known.agent_id && (known.handle ?? handle) !== handle) {
    throw new Refusal(`the key in ${keeping.place} belongs to ${known.handle}, not to ${handle}`)
  }
  return keeping
}

function findKeeping({ handle, key }: Who, environment: Environment, base: string): Keeping {
  const { COLLOQUY_KEY: given, COLLOQUY_HOME: home } = environment
  if (key !== undefined) return keepingOfKeyFile(key, base)
  if (given) return given.includes('-----BEGIN') ? keepingOfText(given) : keepingOfKeyFile(given, base)
  return keepingAtHome(home || path.join(homedir(), '.config', 'colloquy'), base, handle)
}
