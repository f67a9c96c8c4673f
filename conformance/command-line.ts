import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import leven from 'leven'

/** An invalid command line; the message says why. */
export class UsageError extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>

const FLAG = { type: 'boolean', default: false } as const
const COMMON = { help: { ...FLAG, short: 'h' }, version: FLAG } as const

/** The options of a program, with those of all programs; an unknown one names the nearest. */
export function parseOptions<Own extends Options>(args: readonly string[], own: Own) {
  const options = { ...own, ...COMMON }
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const unknown = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? /'(-[^']*)'/.exec(message)?.[1] : undefined
    if (unknown === undefined) throw new UsageError(message)
    const similar = nearest(unknown, Object.keys(options))
    throw new UsageError(`unknown option ${unknown}${similar === undefined ? '' : `; did you mean ${similar}?`}`)
  }
}

function nearest(word: string, names: readonly string[]): string | undefined {
  const [first] = names
    .map(name => ({ flag: `--${name}`, edits: leven(word.slice(0, 64), `--${name}`) }))
    .filter(({ flag, edits }) => edits <= flag.length / 2)
    .sort((a, b) => a.edits - b.edits)
  return first?.flag
}

/** Of the package that this is part of. */
export const packageVersion = (): string =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8')).version
