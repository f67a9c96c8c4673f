import { parseArgs } from 'node:util'
import { ConfigError } from './config/config-error.ts'

/** The arguments of the server: only `--config FILE`. */
export function parseArgv(words: readonly string[]): { config: string | undefined } {
  try {
    const { values } = parseArgs({ args: [...words], options: { config: { type: 'string' } } })
    return { config: values.config }
  } catch {
    throw new ConfigError('the server accepts only --config FILE; use configuration variables for everything else')
  }
}

/** Extracts `--config FILE` from command-line arguments. */
export function extractConfigFlag(words: readonly string[]): { file: string | undefined; words: string[] } {
  const at = words.findIndex(word => word === '--config' || word.startsWith('--config='))
  if (at === -1) return { file: undefined, words: [...words] }
  const isJoined = words[at] !== '--config'
  const file = isJoined ? words[at]?.slice('--config='.length) : words[at + 1]
  if (!file) throw new ConfigError('--config: requires a file name')
  return { file, words: words.toSpliced(at, isJoined ? 1 : 2) }
}
