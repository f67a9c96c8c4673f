import { type Option, optionsOf } from './options.ts'
import type { Command } from './verb.ts'

const COMMON_OPTIONS = [
  ['--json', 'print the answer, or the refusal, as JSON'],
  ['--as NAME', 'the name in the audit; by default that of your account'],
  ['--help', 'this'],
]

/** The page of a program without a verb, or with a group of them. */
export function describeVerbs(verbs: readonly Command[]): string {
  return [
    'npm run operator -- VERB [ARGUMENTS]',
    '',
    ...columns(verbs.map(verb => [synopsis(verb), verb.tool.description])),
    '',
    ...columns(COMMON_OPTIONS),
    '',
    'A text may be - for standard input or @file for what a file holds; one that starts with @ is written @@.',
    'npm run -s operator -- VERB --help tells each option of a verb; -s keeps npm silent, for --json.',
    'npm run -s operator -- --batch carries out many in one process: each line of standard input is one, such as',
    '{"id":1,"argv":["user","list"]}, and is answered by a line of JSON with its id and exit_code, and its answer or message.',
  ].join('\n')
}

/** The page of one verb: what it does, and each of its inputs. */
export function describeVerb(verb: Command): string {
  const options = optionsOf(verb)
  return [
    `npm run operator -- ${synopsis(verb)}`,
    '',
    verb.tool.description,
    '',
    ...columns([...options.map(option => [usage(option), meaning(option)]), ...COMMON_OPTIONS]),
  ].join('\n')
}

/** The words, the positional inputs, and the options it cannot do without. */
export function synopsis(verb: Command): string {
  const options = optionsOf(verb)
  const isNamed = ({ name }: Option) => !verb.positional.includes(name)
  return [
    verb.words,
    ...options.filter(option => !isNamed(option)).map(option => bracket(option, sample(option))),
    ...options.filter(option => isNamed(option) && option.isRequired).map(usage),
  ].join(' ')
}

/** More values than these stand in the explanation. */
const FEW = 6

const sample = ({ name }: Option): string => name.toUpperCase().replaceAll('_', '-')

const bracket = ({ isRequired }: Option, text: string): string => (isRequired ? text : `[${text}]`)

function usage({ flag, kind, values }: Option): string {
  if (kind === 'switch') return flag
  const words = values.length > FEW ? [] : values
  return `${flag} ${words.join('|') || { text: 'TEXT', number: 'NUMBER', json: 'JSON' }[kind]}`
}

function meaning({ description, isList, isRequired, kind, flag, values, preset }: Option): string {
  const notes = [
    isRequired ? 'required' : '',
    values.length > FEW ? `one of ${values.join(', ')}` : '',
    isList ? 'may be repeated' : '',
    kind === 'switch' ? `or ${flag.replace('--', '--no-')}` : '',
    preset === undefined ? '' : `by default ${JSON.stringify(preset)}`,
  ].filter(note => note !== '')
  return [description ?? '', notes.length > 0 ? `(${notes.join(', ')})` : ''].filter(part => part !== '').join(' ')
}

/** Rows of two, the second below each other. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(...rows.map(([first]) => first!.length))
  return rows.map(([first, second]) => `  ${first!.padEnd(width)}  ${second}`.trimEnd())
}
