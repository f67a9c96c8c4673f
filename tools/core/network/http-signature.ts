import type { IncomingHttpHeaders } from 'node:http'

/** Of signatures with the profile of Web Bot Auth. */
export const WEB_BOT_AUTH_TAG = 'web-bot-auth'

/** A signature of RFC 9421 as a request claims it; nothing of it is proven. */
export interface ClaimedHttpSignature {
  /** How many signatures the request has, whatever their tags. */
  count: number
  /** What it covers, in order. */
  covered: readonly string[]
  /** Without quotes; an integer as its digits. */
  parameters: Readonly<Record<string, string | undefined>>
  /** The value of `@signature-params`. */
  text: string
  signature: Buffer
}

const LABEL = '[a-z*][a-z0-9_.*-]{0,31}'
const STRING = '"[^"\\\\]{0,256}"'
const PARAMETERS = `(?:;${LABEL}(?:=(?:\\d{1,12}|${STRING}))?){0,16}`
const COMPONENT = `"[@a-z0-9-]{1,64}"${PARAMETERS}`
const member = (value: string) => new RegExp(`[ \\t]*(${LABEL})=${value}[ \\t]*(,|$)`, 'y')
const INPUT = member(`(\\(((?:${COMPONENT}(?: ${COMPONENT}){0,15})?)\\)(${PARAMETERS}))`)
const VALUE = member(':([A-Za-z0-9+/]{1,800}={0,2}):')
const PARAMETER = new RegExp(`;(${LABEL})(?:=(?:(\\d+)|"([^"]*)"))?`, 'g')

/** The members of a dictionary of structured fields (RFC 8941); `undefined`: it is none of this form. */
function membersOf(header: unknown, pattern: RegExp): RegExpExecArray[] | undefined {
  if (typeof header !== 'string') return undefined
  const found: RegExpExecArray[] = []
  pattern.lastIndex = 0
  for (let hasMore = true; hasMore; ) {
    const one = pattern.exec(header)
    if (!one) return undefined
    found.push(one)
    hasMore = one.at(-1) === ','
  }
  return found
}

/** The one signature with that tag; a text: what is wrong with it; `undefined`: there is none. */
export function readHttpSignature(
  headers: IncomingHttpHeaders,
  tag: string,
): ClaimedHttpSignature | string | undefined {
  const { 'signature-input': input } = headers
  if (typeof input !== 'string' || !input.includes(`;tag="${tag}"`)) return undefined
  const inputs = membersOf(input, INPUT)
  if (!inputs) return 'Signature-Input is not a dictionary of signatures'
  const tagged = inputs.flatMap(([, label, text = '', list = '', rest = '']) => {
    const named = [...rest.matchAll(PARAMETER)].map(([, name, digits, quoted]) => [name, digits ?? quoted ?? ''])
    const parameters: Record<string, string> = Object.fromEntries(named)
    return parameters.tag === tag ? [{ label, text, list, parameters }] : []
  })
  const [one, ...others] = tagged
  if (!one) return undefined
  if (others.length > 0) return `Signature-Input has several signatures with the tag ${tag}`
  const values = membersOf(headers.signature, VALUE)?.filter(([, label]) => label === one.label)
  if (values?.length !== 1) return `Signature has no value ${one.label}`
  const covered = one.list === '' ? [] : one.list.split(/ (?=")/).map(name => name.replace(/^"([^"]*)"$/, '$1'))
  const signature = Buffer.from(values[0]?.[2] ?? '', 'base64')
  return { count: inputs.length, covered, parameters: one.parameters, text: one.text, signature }
}

/** What is signed, of a message with these components; `undefined`: it has not all of them, or one is covered twice. */
export function signatureBase(
  { covered, text }: Pick<ClaimedHttpSignature, 'covered' | 'text'>,
  values: Readonly<Record<string, unknown>>,
): Buffer | undefined {
  const isWhole = covered.every(name => Object.hasOwn(values, name) && typeof values[name] === 'string')
  if (!isWhole || new Set(covered).size !== covered.length) return undefined
  const lines = covered.map(name => `"${name}": ${values[name]}`)
  return Buffer.from([...lines, `"@signature-params": ${text}`].join('\n'))
}
