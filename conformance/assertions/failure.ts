import { AssertionError } from 'node:assert'
import { inspect } from 'node:util'
import type { Exchange } from '../clients/recorded-exchanges.ts'
import { partsOf, readCall } from './call-site.ts'

/** A failed check, described for a reader who knows the server but not the suite. */
export type Failure = {
  /** The exchange, what was examined, what was expected and what was received; one line each. */
  reason: string
  /** What failures with the same cause have in common. */
  cause: string
}

const COMPARED = ['strictEqual', 'deepStrictEqual', 'notStrictEqual', 'notDeepStrictEqual', 'match', 'doesNotMatch']
/** The operator of `ok`. */
const TRUTH = '=='
const LOOKED_AT = [...COMPARED, TRUTH]
/** How replies describe themselves. */
const ANSWER = /^\d{3} /
const mostDifferences = 5

export function describeFailure(error: unknown, exchanges: Exchange[]): Failure {
  const words = wordsOf(error)
  const last = exchanges.at(-1)
  const comparison = error instanceof AssertionError ? examine(error, words) : undefined
  const lines = [...(last ? [exchangeLine(last)] : []), ...(comparison?.lines ?? []), ...(words === '' ? [] : [words])]
  const usesOwnMessage = words !== '' && (comparison === undefined || isOfAnswer(words, last))
  return { reason: lines.join('\n'), cause: usesOwnMessage || !comparison ? causeOf(words, last) : comparison.cause }
}

/** A message of the suite's own; Node appends the comparison to it. */
function wordsOf(error: unknown): string {
  if (error instanceof AssertionError) {
    if (error.generatedMessage && LOOKED_AT.includes(error.operator)) return ''
    return error.message.split(/\n\n|\n\+ actual/)[0] ?? ''
  }
  return error instanceof Error ? error.message : String(error)
}

type Comparison = { lines: string[]; cause: string }

/** What an assertion examined, if its own message does not say; for the text of an answer, which part of it. */
function examine(error: AssertionError, words: string): Comparison | undefined {
  if (COMPARED.includes(error.operator)) return words.includes('expected ') ? undefined : compared(error)
  if (error.operator !== TRUTH || !(words === '' || ANSWER.test(words))) return undefined
  const asked = `expected ${readCall(error.stack ?? '') ?? 'something else'}`
  return { lines: [asked], cause: generalized(asked) }
}

const exchangeLine = ({ method, path, answer, error, isBefore }: Exchange): string =>
  `${method} ${path} → ${answer?.status ?? `no answer: ${error ?? 'a check was not awaited'}`}${isBefore ? ' (before the check)' : ''}`

/** The examined part, from the source of the assertion. */
function compared(error: AssertionError): Comparison {
  const { actual, expected, operator } = error
  const looked = readCall(error.stack ?? '')
  const isNot = operator.startsWith('not') || operator === 'doesNotMatch'
  const differences = isNot ? [] : differencesOf(actual, expected, looked ?? 'the answer')
  const came =
    differences[0] ??
    `${looked ?? 'it'}: expected ${isNot ? 'anything but ' : ''}${short(expected)}, came ${short(actual)}`
  const lines = differences.length > 0 ? differences : [came]
  const header = /headers(?:\.|\[['"`])([\w-]+)/.exec(looked ?? '')?.[1]
  return { lines, cause: header === undefined ? generalized(came) : `the header ${header}: came ${short(actual)}` }
}

/** Where two values differ, with the path. */
function differencesOf(actual: unknown, expected: unknown, at: string): string[] {
  const found: string[] = []
  const visit = (a: unknown, b: unknown, path: string): void => {
    if (found.length >= mostDifferences || Object.is(a, b)) return
    if (isPlain(a) && isPlain(b) && Array.isArray(a) === Array.isArray(b)) {
      for (const key of new Set([...Object.keys(b), ...Object.keys(a)])) {
        visit(valueAt(a, key), valueAt(b, key), memberOf(path, key, Array.isArray(b)))
      }
      return
    }
    if (inspect(a) !== inspect(b)) found.push(`${path}: expected ${short(b)}, came ${short(a)}`)
  }
  visit(actual, expected, at)
  return found
}

/** A member as written in the source: for a list or object built for the comparison, the expression of that member. */
function memberOf(path: string, key: string, isList: boolean): string {
  const plainly = isList ? `${path}[${key}]` : `${path}.${key}`
  const parts = partsOf(path, isList ? '[]' : '{}')
  if (!parts || parts.some(part => part.startsWith('...'))) return plainly
  if (isList) return parts[Number(key)] || plainly
  const part = parts.find(one => one === key || one.startsWith(`${key}:`))
  return part === undefined ? plainly : part.slice(part === key ? 0 : key.length + 1).trim()
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, Array.prototype, null].includes(Object.getPrototypeOf(value))

const valueAt = (value: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(value, key) ? value[key] : undefined

const short = (value: unknown): string => {
  const text = value === undefined ? 'nothing' : inspect(value, { depth: 2, breakLength: Number.POSITIVE_INFINITY })
  return text.length <= 300 ? text : `${text.slice(0, 300)}…`
}

/** An unexpected refusal or answer is one cause, on whichever route it appears. */
function causeOf(message: string, last: Exchange | undefined): string {
  if (message.startsWith('member ')) return generalized(message.split('\n')[0] ?? '')
  const slug = /\/errors\/([\w-]+)/.exec(last?.answer?.body ?? '')?.[1]
  if (!last || !isOfAnswer(message, last)) return generalized(message.split('\n')[0] ?? '')
  const route = `${last.method} ${generalized(last.path.split('?')[0] ?? '')}`
  return `${route} answers ${last.answer?.status}${slug ? ` ${slug}` : ''}`
}

const isOfAnswer = (message: string, last: Exchange | undefined): boolean =>
  last?.answer !== undefined && message.includes(String(last.answer.status))

/** Without the parts that differ between runs. */
const generalized = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '{id}')
    .replace(/\btest-[\w.-]+/g, '{handle}')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '{time}')
    .replace(/\b\d{4,}\b/g, '{number}')
    .slice(0, 200)
