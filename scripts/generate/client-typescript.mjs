// Generates the types, the calls and the request descriptions of clients/typescript.
const HEAD = '// Written by `npm run build` from routes, tools and events.\n'

const camelCase = name => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())

const SIMPLE = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', any: 'unknown' }

function write({ of, isNullable, isAuthored }) {
  const branches = of.map(type => writeOne(type, isAuthored))
  return [...branches, ...(isNullable ? ['null'] : [])].join(' | ')
}

function writeOne({ kind, name, values, of }, isAuthored) {
  if (kind === 'named') return name
  if (kind === 'list') return `readonly (${write({ ...of, isAuthored: of.isAuthored || isAuthored })})[]`
  if (kind === 'literals') return values.map(value => JSON.stringify(value)).join(' | ')
  if (kind === 'object') return 'Record<string, unknown>'
  return kind === 'string' && isAuthored ? 'Untrusted' : SIMPLE[kind]
}

const comment = text => (text ? `/** ${text} */\n` : '')

const member = ({ key, type, isRequired, description }) =>
  `${comment(description)}${JSON.stringify(key)}${isRequired ? '' : '?'}: ${write(type)}\n`

const isEmpty = ({ members, base }) => members.length === 0 && base === undefined

const answers = types =>
  [...types]
    .filter(([, type]) => !isEmpty(type))
    .map(([name, { base, members, description }]) => {
      const head = `${comment(description)}export interface ${name}${base ? ` extends ${base}` : ''}`
      return `${head} {\n${members.map(member).join('')}}\n`
    })
    .join('\n')

const answerOf = (call, types) => [wholeAnswerOf(call, types), ...(call.pending ? [call.pending] : [])].join(' | ')

const wholeAnswerOf = ({ answer, list }, types) =>
  list ? write(list) : answer === undefined ? 'void' : !isEmpty(types.get(answer)) ? answer : 'Record<string, unknown>'

function method(call, types) {
  const inputs = call.inputs.map(({ name, ...input }) => member({ key: name, ...input }).replace(/\n$/, ';'))
  const isOptional = call.inputs.every(({ isRequired }) => !isRequired)
  const given =
    call.inputs.length > 0
      ? `input${isOptional ? '?' : ''}: {\n${inputs.join('\n')} }, `
      : 'input?: Record<string, never>, '
  const name = camelCase(call.name)
  return `${comment(call.description)}${name}(${given}options?: CallOptions): Promise<${answerOf(call, types)}>\n`
}

/** Omits what applies to most calls. */
const operation = ({ name, routes, isKeyed, isOpen, isRepeatable, defaultInput }) =>
  `${camelCase(name)}: ${JSON.stringify({
    name,
    routes,
    ...(isKeyed ? { isKeyed } : {}),
    ...(isOpen ? { isOpen } : {}),
    ...(isRepeatable ? {} : { isRepeatable }),
    ...(defaultInput === undefined ? {} : { defaultInput }),
  })},\n`

const eventData = events => `
/** What \`data\` of an event and \`payload\` of a delivery contain, by type. */
export interface EventData {
${events.map(({ type, data }) => `'${type}': ${data}\n`).join('')}}
`

export function typescriptClient({ calls, types, events }) {
  const used = calls.map(call => method(call, types)).join('\n')
  const named = [...types.keys()].filter(name => new RegExp(`\\b${name}\\b`).test(used))
  return [
    [
      'clients/typescript/src/answers.ts',
      `${HEAD}import type { Untrusted } from './untrusted.ts'\n\n${answers(types)}${eventData(events)}`,
    ],
    [
      'clients/typescript/src/calls.ts',
      `${HEAD}import type { ${named.join(', ')} } from './answers.ts'
import type { CallOptions, Operation } from './operation.ts'

/** One method for each call of the REST API. Members that the server adds later are present, but not declared. */
export interface Calls {
${used}}

export const OPERATIONS: Readonly<Record<keyof Calls, Operation>> = {
${calls.map(operation).join('')}}
`,
    ],
  ]
}
