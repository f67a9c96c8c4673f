import { flagOf, type Option, optionsOf } from './options.ts'
import type { Verb } from './verb.ts'

/** A command line that cannot be run; the message is one line for whoever wrote it. */
export class UsageError extends Error {}

/** Texts from outside the command line. */
export interface TextSource {
  readInput(): string
  readFile(path: string): string
}

export interface Arguments {
  input: Record<string, unknown>
  json: boolean
  help: boolean
  as: string | undefined
}

/**
 * Reads what follows a verb: `--display-name Ann` or `--display-name=Ann`, `--on`, `--no-on` or `--on=false`, lists by
 * repetition, and the verb's positional inputs by themselves. The text of an option is `-` for standard input, `@file`
 * for a file's content, `@@...` for one that starts with an at sign. After `--` nothing is an option.
 */
export function readArguments(verb: Verb, words: readonly string[], source: TextSource): Arguments {
  const options = optionsOf(verb)
  const read: Arguments = { input: {}, json: false, help: false, as: undefined }
  const given = new Set<string>()
  const waiting = [...words]
  const unnamed: string[] = []
  for (let word = waiting.shift(); word !== undefined; word = waiting.shift()) {
    if (word === '--') unnamed.push(...waiting.splice(0))
    else if (word === '--json') read.json = true
    else if (word === '--help' || word === '-h') read.help = true
    else if (word === '--as' || word.startsWith('--as=')) read.as = textFor(word, '--as', waiting)
    else if (word.startsWith('--')) take(read.input, given, optionFor(verb, options, word), word, waiting, source)
    else unnamed.push(word)
  }
  for (const [index, text] of unnamed.entries()) {
    const option = options.find(({ name }) => name === verb.positional[index])
    if (!option) throw new UsageError(`${verb.words} takes no further argument (${index + 1}); ${whatThereIs(options)}`)
    put(read.input, given, option, convert(option, text))
  }
  if (!read.help) requireAll(verb, options, given)
  return read
}

function optionFor(verb: Verb, options: readonly Option[], word: string): Option {
  const flag = word.split('=', 1)[0]!
  const found = options.find(
    option => option.flag === flag || (option.kind === 'switch' && negationOf(option) === flag),
  )
  if (found) return found
  throw new UsageError(`${verb.words} has no option ${flag}; ${whatThereIs(options)}`)
}

const negationOf = ({ flag }: Option): string => flag.replace('--', '--no-')

function take(
  input: Record<string, unknown>,
  given: Set<string>,
  option: Option,
  word: string,
  waiting: string[],
  source: TextSource,
): void {
  if (option.kind === 'switch' && !word.includes('=')) {
    put(input, given, option, word === option.flag)
    return
  }
  if (option.kind === 'switch' && !word.startsWith(`${option.flag}=`)) {
    throw new UsageError(`${negationOf(option)} takes no value`)
  }
  const text = textFor(word, option.flag, waiting)
  put(input, given, option, convert(option, option.kind === 'text' ? fetchText(text, option, source) : text))
}

function textFor(word: string, flag: string, waiting: string[]): string {
  const equals = word.indexOf('=')
  if (equals >= 0) return word.slice(equals + 1)
  const next = waiting[0]
  // A PEM begins with dashes too.
  if (next === undefined || /^--(?!---)/.test(next)) throw new UsageError(`${flag} needs a value`)
  waiting.shift()
  return next
}

function fetchText(text: string, { flag }: Option, source: TextSource): string {
  if (text.startsWith('@@')) return text.slice(1)
  try {
    if (text === '-') return source.readInput()
    return text.startsWith('@') ? source.readFile(text.slice(1)) : text
  } catch {
    throw new UsageError(`${flag}: ${text} cannot be read; a text that starts with @ is written @@`)
  }
}

function convert({ flag, kind }: Option, text: string): unknown {
  switch (kind) {
    case 'text':
      return text
    case 'number':
      if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text)
      throw new UsageError(`${flag} must be a number`)
    case 'switch':
      if (/^(true|on|false|off)$/.test(text)) return text === 'true' || text === 'on'
      throw new UsageError(`${flag} must be true or false`)
    case 'json':
      try {
        return JSON.parse(text)
      } catch {
        throw new UsageError(`${flag} must be JSON`)
      }
  }
}

function put(input: Record<string, unknown>, given: Set<string>, { name, isList }: Option, value: unknown): void {
  if (given.has(name) && !isList) throw new UsageError(`${flagOf(name)} is given twice`)
  given.add(name)
  input[name] = isList ? [...((input[name] as unknown[] | undefined) ?? []), value] : value
}

function requireAll(verb: Verb, options: readonly Option[], given: ReadonlySet<string>): void {
  const missing = options.filter(({ name, isRequired }) => isRequired && !given.has(name))
  if (missing.length === 0) return
  throw new UsageError(`${verb.words} needs ${missing.map(({ flag }) => flag).join(', ')}; ${whatThereIs(options)}`)
}

const whatThereIs = (options: readonly Option[]): string =>
  options.length > 0 ? `it takes ${options.map(({ flag }) => flag).join(', ')}` : 'it takes none'
