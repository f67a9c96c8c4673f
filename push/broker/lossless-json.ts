/**
 * JSON that preserves the digits of numbers. `JSON.parse` rounds what a double cannot represent and loses how a number
 * was written: `9007199254740993`, `1.0`, `-0`, `1e2`. Here such a number becomes a `JsonText`, and `stringifyJson`
 * writes it unchanged; all other values are as from `JSON.parse`. For all other code, including `JSON.stringify` and
 * `canonicalize`, a `JsonText` behaves like the value from `JSON.parse`.
 */

/** JSON text that is written unchanged. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toJSON(): unknown {
    return replacing ? replacing(this) : JSON.parse(this.text)
  }
}

/** Set while a value is written; writing is synchronous. */
let replacing: ((one: JsonText) => unknown) | undefined

/** U+0000 alone: no stored or accepted text contains it. */
const PLACEHOLDER = '\0'
const QUOTED_PLACEHOLDER = JSON.stringify(PLACEHOLDER)

/** Serializes a value with `write`, substituting the texts that `textOf` returns. */
export function writeWith(write: () => string, textOf: (one: JsonText) => string | undefined): string {
  const texts: string[] = []
  const outer = replacing
  replacing = one => {
    const text = textOf(one)
    if (text === undefined) return JSON.parse(one.text)
    texts.push(text)
    return PLACEHOLDER
  }
  try {
    const written = write()
    return texts.length === 0 ? written : written.replaceAll(QUOTED_PLACEHOLDER, () => texts.shift()!)
  } finally {
    replacing = outer
  }
}

export const stringifyJson = (value: unknown): string =>
  writeWith(
    () => JSON.stringify(value),
    ({ text }) => text,
  )

/** A text without any of these contains no number that JavaScript would write differently. */
const MAY_DIFFER = /-0|\d[.eE]|\d{16}/
const NUMBERS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g

/** Throws `SyntaxError` like `JSON.parse`, and `RangeError` for a number beyond the range of a double. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (!MAY_DIFFER.test(text)) return value
  let isAsWritten = true
  for (const [token] of text.matchAll(NUMBERS)) {
    if (token.startsWith('"')) continue
    if (!Number.isFinite(Number(token))) throw new RangeError('a number is beyond 64-bit floating point')
    isAsWritten &&= isWrittenSo(token)
  }
  return isAsWritten ? value : new Reader(text).value()
}

/** A JSON object as it was received: the plain value if JavaScript writes it the same way. */
export function textOrValue(text: string): object {
  const value = JSON.parse(text) as object
  return JSON.stringify(value) === text ? value : new JsonText(text)
}

const isWrittenSo = (token: string): boolean => JSON.stringify(Number(token)) === token

/** Whether a number keeps its value in RFC 8785: an integer beyond 2^53 does not (RFC 7493, 2.2). */
export function isCanonicalNumber(token: string): boolean {
  const number = Number(token)
  if (Math.abs(number) < 2 ** 53) return true
  const isPlain = /^-?\d+$/.test(token)
  return digitsOf(token) === digitsOf(String(number)) && (!isPlain || Math.abs(number) === 2 ** 53)
}

/** The decimal value of a number in a canonical spelling. */
function digitsOf(token: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(token) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  return `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`
}

const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/y
const LITERAL = /[^\s,\]}]+/y
const BLANK = /\s*/y

/** Parses text that `JSON.parse` has already accepted. */
class Reader {
  private readonly text: string
  private at = 0

  constructor(text: string) {
    this.text = text
  }

  value(): unknown {
    switch (this.peek()) {
      case '{':
        return Object.fromEntries(this.items('}', () => this.member()))
      case '[':
        return this.items(']', () => this.value())
      case '"':
        return JSON.parse(this.take(STRING))
      default:
        return scalarOf(this.take(LITERAL))
    }
  }

  private member(): [string, unknown] {
    this.peek()
    const name = JSON.parse(this.take(STRING)) as string
    this.peek()
    this.at++
    return [name, this.value()]
  }

  private items<Item>(end: string, read: () => Item): Item[] {
    const items: Item[] = []
    this.at++
    while (this.peek() !== end) {
      if (this.text[this.at] === ',') this.at++
      items.push(read())
    }
    this.at++
    return items
  }

  private peek(): string | undefined {
    this.take(BLANK)
    return this.text[this.at]
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const [token = ''] = pattern.exec(this.text) ?? []
    this.at += token.length
    return token
  }
}

function scalarOf(token: string): unknown {
  const isNumber = /^[-\d]/.test(token)
  return isNumber && !isWrittenSo(token) ? new JsonText(token) : JSON.parse(token)
}
