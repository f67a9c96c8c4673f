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
export function parseArgv(words: readonly string[]): ServerArguments {
  if (words[0] === 'help') return { config: undefined, help: true, version: false, quiet: false }
  try {
    const { config, help, version, quiet } = parseArgs({ args: [...words], options: OPTIONS }).values
    return { config, help, version, quiet }
  } catch {
    const unknown = words.find(word => !KNOWN.includes(word)) ?? ''
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
export function extractConfigFlag(words: readonly string[]): { file: string | undefined; words: string[] } {
  const at = words.findIndex(word => word === '--config' || word.startsWith('--config='))
  if (at === -1) return { file: undefined, words: [...words] }
  const isJoined = words[at] !== '--config'
  const file = isJoined ? words[at]?.slice('--config='.length) : words[at + 1]
  if (!file) throw new ConfigError('--config: requires a file name')
  return { file, words: words.toSpliced(at, isJoined ? 1 : 2) }
}
