import { readFileSync } from 'node:fs'
import { ConfigError } from './config-error.ts'

const ENTRY = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/

/** Parses `NAME=value` lines like systemd's EnvironmentFile: `#` starts a comment line, quotes are removed. */
export function readConfigFile(file: string): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [index, line] of linesOf(file).entries()) {
    const text = line.trim()
    if (text === '' || text.startsWith('#')) continue
    const refuse = (why: string) => new ConfigError(`--config: line ${index + 1} of ${file} ${why}`)
    const [, name, value = ''] = ENTRY.exec(text) ?? []
    if (name === undefined) throw refuse('is not NAME=value')
    if (Object.hasOwn(values, name)) throw refuse(`sets ${name} again`)
    values[name] = unquoted(value.trim())
  }
  return values
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch (error) {
    throw new ConfigError(`--config: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

const unquoted = (value: string): string => /^(["'])(.*)\1$/.exec(value)?.[2] ?? value
