import { schemaOf } from '../../tools/core/tool-json-schema.ts'
import type { Command } from './cli-command.ts'
import { type Option, optionsOf } from './cli-options.ts'
import { pairs } from './text-layout.ts'

/** The program name, and the width of the page; `undefined`: unlimited. */
export interface HelpReader {
  program: string
  columns?: number | undefined
}

const COMMON_OPTIONS = [
  ['--json', 'print the result or the error as JSON'],
  ['--yes', 'do not ask for confirmation before destructive actions'],
  ['--as NAME', 'name for the audit log; default: your account name'],
  ['--help', 'show this page'],
  ['--version', 'show the version'],
]

/** The help page of a program or of a group of verbs. */
export function describeVerbs(verbs: readonly Command[], { program, columns }: HelpReader): string {
  return [
    `${program} VERB [ARGUMENTS]`,
    '',
    ...[...new Set(verbs.map(({ topic = '' }) => topic))].flatMap(topic => [
      ...(topic === '' ? [] : [`${topic}:`]),
      ...pairs(
        verbs.filter(verb => (verb.topic ?? '') === topic).map(verb => [synopsis(verb), verb.tool.description]),
        columns,
      ),
      '',
    ]),
    ...pairs(COMMON_OPTIONS, columns),
    '',
    ...pairs(
      [
        [
          'A text',
          'can be - for standard input or @file for the content of a file. Write @@ for text that starts with @.',
        ],
        ['VERB --help', 'describes each option of a verb and, with --json, the shape of its output.'],
        [
          '--batch',
          `runs many verbs in one process: each line of standard input is a request such as ${EXAMPLE_INPUT},`,
        ],
        ['', 'and each response is a line of JSON with its id, exit_code, and result or message.'],
        ['completion SHELL', 'prints a completion script for bash, zsh or fish.'],
      ],
      columns,
    ),
  ].join('\n')
}

export const EXAMPLE_INPUT = '{"id":1,"argv":["person","list"]}'

/** The help page of one verb: its description, and each of its inputs. */
export function describeVerb(verb: Command, { program, columns }: HelpReader): string {
  const options = optionsOf(verb)
  return [
    `${program} ${synopsis(verb)}`,
    '',
    verb.tool.description,
    '',
    ...pairs([...options.map(option => [usage(option), meaning(option)]), ...COMMON_OPTIONS], columns),
  ].join('\n')
}

/** For programs: descriptions of all verbs, or the inputs and output of one as JSON Schema. */
export const listVerbs = (verbs: readonly Command[]) => ({
  verbs: verbs.map(({ name, tool: { description, effect } }) => ({ words: name, description, effect })),
})

export const specifyVerb = ({ name, positional, tool: { description, effect, input, output } }: Command) => ({
  words: name,
  description,
  effect,
  positional,
  input: schemaOf(input, 'input'),
  output: schemaOf(output, 'output'),
})

/** The verb, its positional inputs, and its required options. */
export function synopsis(verb: Command): string {
  const options = optionsOf(verb)
  const isNamed = ({ name }: Option) => !verb.positional.includes(name)
  return [
    verb.name,
    ...options.filter(option => !isNamed(option)).map(option => bracket(option, sample(option))),
    ...options.filter(option => isNamed(option) && option.isRequired).map(usage),
  ].join(' ')
}

/** With more values than this, they are listed in the description. */
const FEW = 6

const sample = ({ name }: Option): string => name.toUpperCase().replaceAll('_', '-')

const bracket = ({ isRequired }: Option, text: string): string => (isRequired ? text : `[${text}]`)

function usage({ flag, kind, values }: Option): string {
  if (kind === 'switch') return flag
  const listed = values.length > FEW ? [] : values
  return `${flag} ${listed.join('|') || { text: 'TEXT', number: 'NUMBER', json: 'JSON' }[kind]}`
}

function meaning({ description, isList, isRequired, kind, flag, values, default: defaultValue }: Option): string {
  const notes = [
    isRequired ? 'required' : '',
    values.length > FEW ? `one of ${values.join(', ')}` : '',
    isList ? 'can be repeated' : '',
    kind === 'switch' ? `or ${flag.replace('--', '--no-')}` : '',
    defaultValue === undefined ? '' : `default: ${JSON.stringify(defaultValue)}`,
  ].filter(note => note !== '')
  return [description ?? '', notes.length > 0 ? `(${notes.join(', ')})` : ''].filter(part => part !== '').join(' ')
}
