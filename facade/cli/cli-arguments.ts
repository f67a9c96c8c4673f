import { parseArgs } from 'node:util'
import { nearest } from '../../tools/core/text/nearest-name.ts'
import type { Command } from './cli-command.ts'
import { COMMON, flagOf, type Option, optionsOf } from './cli-options.ts'

/** An invalid command line; the message is one line for its author. */
export class CliUsageError extends Error {}

/** Reads text from files and standard input. */
export interface TextSource {
  readInput(): string
  readFile(path: string): string
}

export interface Arguments {
  input: Record<string, unknown>
  json: boolean
  help: boolean
  version: boolean
  yes: boolean
  as: string | undefined
}

/**
 * Parses the arguments of a verb: `--display-name Ann` or `--display-name=Ann`, `--on`, `--no-on` or `--on=false`,
 * lists by repetition, and positional inputs. The value of an option can be `-` for standard input, `@file` for the
 * content of a file, `@@...` for text that starts with an at sign. After `--` everything is positional.
 */
export function readCliArguments(verb: Command, argv: readonly string[], source: TextSource): Arguments {
  const options = optionsOf(verb)
  const read: Arguments = { input: {}, json: false, help: false, version: false, yes: false, as: undefined }
  const given = new Set<string>()
  const unnamed: string[] = []
  for (const token of tokensOf(options, argv)) {
    if (token.kind === 'option-terminator') continue
    if (token.kind === 'positional') unnamed.push(token.value)
    else if (isFlag(token)) read[token.name] = true
    else if (token.name === 'as') read.as = textOf(token)
    else take(read.input, given, optionFor(verb, options, token), token, source)
  }
  for (const [index, text] of unnamed.entries()) {
    const option = options.find(({ name }) => name === verb.positional[index])
    if (!option)
      throw new CliUsageError(`${verb.name} does not accept another argument (${index + 1}); ${whatThereIs(options)}`)
    put(read.input, given, option, convert(option, text))
  }
  if (!read.help && !read.version) requireAll(verb, options, given)
  return read
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number]
type Given = Extract<Token, { kind: 'option' }>

/**
 * Not strict, because strict mode rejects a PEM as a value, with a message that names neither the verb nor its options.
 */
function tokensOf(options: readonly Option[], argv: readonly string[]): Token[] {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const
  const own = options.map(({ flag: name, kind }) => [name.slice(2), kind === 'switch' ? flag : text])
  const known = {
    ...Object.fromEntries(own),
    json: flag,
    yes: flag,
    as: text,
    version: flag,
    help: { ...flag, short: 'h' },
  }
  return parseArgs({ args: [...argv], options: known, strict: false, tokens: true }).tokens
}

const isFlag = (token: Given): token is Given & { name: 'json' | 'help' | 'version' | 'yes' } =>
  /^(json|help|version|yes)$/.test(token.name) && token.value === undefined

function optionFor(verb: Command, options: readonly Option[], { rawName }: Given): Option {
  const found = options.find(
    option => option.flag === rawName || (option.kind === 'switch' && negationOf(option) === rawName),
  )
  if (found) return found
  const similar = nearest(rawName, [...options.map(({ flag }) => flag), ...COMMON.map(flagOf)])
  throw new CliUsageError(
    `${verb.name} has no option ${rawName}; ${similar ? `did you mean ${similar}?` : whatThereIs(options)}`,
  )
}

const negationOf = ({ flag }: Option): string => flag.replace('--', '--no-')

function take(
  input: Record<string, unknown>,
  given: Set<string>,
  option: Option,
  token: Given,
  source: TextSource,
): void {
  if (option.kind === 'switch' && token.value === undefined) {
    put(input, given, option, token.rawName === option.flag)
    return
  }
  if (token.rawName !== option.flag) throw new CliUsageError(`${token.rawName} does not accept a value`)
  const text = textOf(token)
  put(input, given, option, convert(option, option.kind === 'text' ? fetchText(text, option, source) : text))
}

function textOf({ rawName, value, inlineValue }: Given): string {
  // A PEM starts with dashes too.
  if (value === undefined || (!inlineValue && /^--(?!---)/.test(value)))
    throw new CliUsageError(`${rawName} requires a value`)
  return value
}

function fetchText(text: string, { flag, isLong }: Option, source: TextSource): string {
  if (text.startsWith('@@')) return text.slice(1)
  if (!isLong) return text
  try {
    if (text === '-') return source.readInput()
    return text.startsWith('@') ? source.readFile(text.slice(1)) : text
  } catch {
    throw new CliUsageError(`${flag}: ${text} cannot be read; to pass text that starts with @, write @@`)
  }
}

function convert({ flag, kind }: Option, text: string): unknown {
  switch (kind) {
    case 'text':
      return text
    case 'number':
      if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text)
      throw new CliUsageError(`${flag} must be a number`)
    case 'switch':
      if (/^(true|on|false|off)$/.test(text)) return text === 'true' || text === 'on'
      throw new CliUsageError(`${flag} must be true or false`)
    case 'json':
      try {
        return JSON.parse(text)
      } catch {
        throw new CliUsageError(`${flag} must be JSON`)
      }
  }
}

function put(input: Record<string, unknown>, given: Set<string>, { name, isList }: Option, value: unknown): void {
  if (given.has(name) && !isList) throw new CliUsageError(`${flagOf(name)} is specified twice`)
  given.add(name)
  input[name] = isList ? [...((input[name] as unknown[] | undefined) ?? []), value] : value
}

function requireAll(verb: Command, options: readonly Option[], given: ReadonlySet<string>): void {
  const missing = options.filter(({ name, isRequired }) => isRequired && !given.has(name))
  if (missing.length === 0) return
  throw new CliUsageError(
    `${verb.name} requires ${missing.map(({ flag }) => flag).join(', ')}; ${whatThereIs(options)}`,
  )
}

const whatThereIs = (options: readonly Option[]): string =>
  options.length > 0 ? `it accepts ${options.map(({ flag }) => flag).join(', ')}` : 'it accepts none'
