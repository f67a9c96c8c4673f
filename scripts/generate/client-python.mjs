// Generates types and calls for both clients of clients/python.
const HEAD = '# Written by `npm run build` from routes, tools and events.\n'
const WIDTH = 116

const SIMPLE = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', any: 'Any' }

function write({ of, isNullable, isAuthored }) {
  const branches = of.map(type => writeOne(type, isAuthored))
  if (branches.length === 0) return 'None'
  const whole = branches.length === 1 ? branches[0] : `Union[${branches.join(', ')}]`
  return isNullable ? `Optional[${whole}]` : whole
}

function writeOne({ kind, name, values, of }, isAuthored) {
  if (kind === 'named') return name
  if (kind === 'list') return `List[${write({ ...of, isAuthored: of.isAuthored || isAuthored })}]`
  if (kind === 'literals') return `Literal[${values.map(literal).join(', ')}]`
  if (kind === 'object') return 'Dict[str, Any]'
  return kind === 'string' && isAuthored ? 'Untrusted' : SIMPLE[kind]
}

const literal = value => (typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value))

/** Comment lines, wrapped. */
function wrapped(text, indent, mark = '') {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last && indent.length + mark.length + last.length + word.length + 1 > WIDTH) lines.push(word)
    else lines[lines.length - 1] = last ? `${last} ${word}` : word
  }
  return lines.map(line => `${indent}${mark}${line}`).join('\n')
}

const KEYWORDS = [
  'and',
  'as',
  'class',
  'except',
  'for',
  'from',
  'global',
  'import',
  'in',
  'is',
  'lambda',
  'not',
  'or',
  'with',
]

const isIdentifier = key => /^[a-zA-Z_]\w*$/.test(key) && !KEYWORDS.includes(key)

const argument = name => (isIdentifier(name) ? name : `${name}_`)

const member = ({ key, type, description }) =>
  `${description ? `${wrapped(description, '    ', '# ')}\n` : ''}    ${key}: ${write(type)}\n`

function typedDict([name, { members, base = 'TypedDict' }]) {
  if (!members.every(({ key }) => isIdentifier(key))) {
    // As strings, because the types are declared later.
    const rows = members
      .map(({ key, type }) => `        ${JSON.stringify(key)}: ${JSON.stringify(write(type))},\n`)
      .join('')
    const total = members.every(({ isRequired }) => isRequired) ? '' : '    total=False,\n'
    return `${name} = TypedDict(\n    "${name}",\n    {\n${rows}    },\n${total})\n`
  }
  const [must, may] = [true, false].map(wanted => members.filter(({ isRequired }) => isRequired === wanted))
  const body = list => list.map(member).join('') || '    pass\n'
  if (may.length === 0) return `class ${name}(${base}):\n${body(must)}`
  if (must.length === 0) return `class ${name}(${base}, total=False):\n${body(may)}`
  return `class _${name}(${base}):\n${body(must)}\n\nclass ${name}(_${name}, total=False):\n${body(may)}`
}

const isEmpty = ({ members, base }) => members.length === 0 && base === undefined

function answerOf(call, types) {
  const whole = wholeAnswerOf(call, types)
  return call.pending ? `Union[${whole}, ${call.pending}]` : whole
}

const wholeAnswerOf = ({ answer, list }, types) =>
  list ? write(list) : answer === undefined ? 'None' : !isEmpty(types.get(answer)) ? answer : 'Dict[str, Any]'

/** For a nullable input, null has a meaning of its own; for others, it means absent. */
function parameter({ name, isRequired, type }) {
  const own = argument(name)
  if (isRequired) return `${own}: ${write(type)}`
  return type.isNullable
    ? `${own}: Union[${write(type)}, Unset] = UNSET`
    : `${own}: ${write({ ...type, isNullable: true })} = None`
}

function docstring({ description, inputs }) {
  const described = inputs.filter(input => input.description)
  if (described.length === 0) return `        """${description}"""\n`
  const rows = described.map(input => wrapped(`${input.name}: ${input.description}`, '        '))
  return `${wrapped(`"""${description}`, '        ')}\n\n${rows.join('\n')}\n        """\n`
}

function body(call, types, isAsync) {
  const given = call.inputs.map(({ name }) => `"${name}": ${argument(name)}`)
  const start = `        answer: ${answerOf(call, types)} = ${isAsync ? 'await ' : ''}self._call(OPERATIONS["${call.name}"], {`
  const line = `${start}${given.join(', ')}})`
  const lines = given.map(row => `            ${row},\n`).join('')
  return `${line.length > WIDTH ? `${start}\n${lines}        })` : line}\n        return answer\n`
}

function method(call, types, isAsync) {
  const { name, inputs } = call
  const first = inputs.filter(({ isRequired }) => isRequired).map(parameter)
  const rest = inputs.filter(({ isRequired }) => !isRequired).map(parameter)
  const parameters = ['self', ...first, ...(rest.length > 0 ? ['*', ...rest] : [])]
  const line = `    ${isAsync ? 'async ' : ''}def ${name}(${parameters.join(', ')}) -> ${answerOf(call, types)}:`
  const broken = `    ${isAsync ? 'async ' : ''}def ${name}(\n${parameters.map(one => `        ${one},\n`).join('')}    ) -> ${answerOf(call, types)}:`
  return `${line.length > WIDTH ? broken : line}\n${docstring(call)}${body(call, types, isAsync)}`
}

/** Omits what applies to most calls. */
function operation({ name, routes, inputs, isKeyed, isOpen, isRepeatable, defaultInput }) {
  const rows = routes.map(({ method, path, action = '' }) => `Route("${method}", "${path}", "${action}")`)
  const nullable = inputs
    .filter(({ isRequired, type }) => !isRequired && type.isNullable)
    .map(input => `"${input.name}"`)
  const more = [
    ...(isKeyed ? ['is_keyed=True'] : []),
    ...(isOpen ? ['is_open=True'] : []),
    ...(isRepeatable ? [] : ['is_repeatable=False']),
    ...(defaultInput === undefined ? [] : [`default_input="${defaultInput}"`]),
    ...(nullable.length > 0 ? [`nullable=frozenset({${nullable.join(', ')}})`] : []),
  ]
  const parts = [`"${name}"`, `(${rows.join(', ')},)`, ...more]
  const line = `    "${name}": Operation(${parts.join(', ')}),\n`
  return line.length > WIDTH
    ? `    "${name}": Operation(\n${parts.map(one => `        ${one},\n`).join('')}    ),\n`
    : line
}

const calls = (model, isAsync) => {
  const body = model.calls.map(call => method(call, model.types, isAsync)).join('\n')
  const uses = name => new RegExp(`\\b${name}\\b`).test(body)
  const typing = ['Any', 'Dict', 'List', 'Literal', 'Mapping', 'Optional', 'Union'].filter(
    name => uses(name) || name === 'Any' || name === 'Mapping',
  )
  const types = [...model.types.keys()].filter(uses).sort()
  return `${HEAD}from __future__ import annotations

from typing import ${typing.join(', ')}

from .answers import (
${[...types, ...(uses('Untrusted') ? ['Untrusted'] : [])].map(name => `    ${name},\n`).join('')})
from .operation import UNSET, Operation, Unset
from .operations import OPERATIONS


class ${isAsync ? 'AsyncCalls' : 'Calls'}:
    """Every call of the REST path. Members that the server adds later come along unlisted."""

    ${isAsync ? 'async ' : ''}def _call(self, operation: Operation, given: Mapping[str, Any]) -> Any:
        raise NotImplementedError

${body}`
}

export function pythonClient(model) {
  const types = [...model.types].filter(([, type]) => !isEmpty(type))
  const functional = types.filter(([, { members }]) => !members.every(({ key }) => isIdentifier(key)))
  const plain = types.filter(type => !functional.includes(type))
  // A class must follow the one it extends.
  const depth = ({ base }) => (base === undefined ? 0 : 1 + depth(model.types.get(base)))
  const ordered = [...functional, ...plain.toSorted(([, one], [, other]) => depth(one) - depth(other))]
  return [
    [
      'clients/python/colloquy/answers.py',
      `${HEAD}from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

from .untrusted import Untrusted

${ordered.map(type => `\n${typedDict(type)}`).join('\n')}`,
    ],
    [
      'clients/python/colloquy/operations.py',
      `${HEAD}from .operation import Operation, Route

OPERATIONS = {
${model.calls.map(operation).join('')}}
`,
    ],
    ['clients/python/colloquy/calls.py', calls(model, false)],
    ['clients/python/colloquy/async_calls.py', calls(model, true)],
  ]
}
