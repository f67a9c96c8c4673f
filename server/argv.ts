import { parseArgs } from 'node:util'
import { nearest } from '../tools/core/text/nearest-name.ts'
import { ConfigError } from './config/config-error.ts'

const FLAG = { type: 'boolean', default: false } as const
const OPTIONS = { config: { type: 'string' }, help: { ...FLAG, short: 'h' }, version: FLAG, quiet: FLAG } as const

/** What can follow the name of the program. */
const KNOWN = [...Object.keys(OPTIONS).map(name => `--${name}`), 'operator', 'demo', 'help']

export interface ServerArguments {
  config: string | undefined
  help: boolean
  version: boolean
  /** Shows no progress of migrations. */
  quiet: boolean
}

/** The arguments of the server. */
export function parseArgv(argv: readonly string[]): ServerArguments {
  if (argv[0] === 'help') return { config: undefined, help: true, version: false, quiet: false }
  try {
    const { config, help, version, quiet } = parseArgs({ args: [...argv], options: OPTIONS }).values
    return { config, help, version, quiet }
  } catch {
    const unknown = argv.find(word => !KNOWN.includes(word)) ?? ''
    const similar = nearest(unknown, KNOWN)
    throw new ConfigError(
      'the server accepts only --config FILE and --quiet; use configuration variables for everything else' +
        (similar === undefined ? '' : `; did you mean ${similar}?`),
    )
  }
}

/** The help page of the server. */
export const describeServer = ({ start, operator, demo }: Record<'start' | 'operator' | 'demo', string>): string =>
  `Usage: ${start} [--config FILE] [--quiet]

  --config FILE  read configuration variables from a file; see docs/configure.md
  --quiet        show no progress of migrations
  --help         show this page
  --version      show the version

Other programs, each with its own --help:
  ${operator} VERB
  ${demo}
`

/** Extracts `--config FILE` from command-line arguments. */
export function extractConfigFlag(argv: readonly string[]): { file: string | undefined; rest: string[] } {
  const at = argv.findIndex(word => word === '--config' || word.startsWith('--config='))
  if (at === -1) return { file: undefined, rest: [...argv] }
  const isJoined = argv[at] !== '--config'
  const file = isJoined ? argv[at]?.slice('--config='.length) : argv[at + 1]
  if (!file) throw new ConfigError('--config: requires a file name')
  return { file, rest: argv.toSpliced(at, isJoined ? 1 : 2) }
}
