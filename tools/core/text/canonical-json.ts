import { Buffer, isUtf8 } from 'node:buffer'
import { RESOURCE_LIMITS } from '../../../concurrency/resource-limits.ts'
import { escapeLength } from './json-escapes.ts'

export type CanonicalDocument = {
  readonly ok: true
  readonly text: string
  /** The compact JSON of each. */
  readonly members: ReadonlyMap<string, string>
}
export type CanonicalReason =
  | 'empty document'
  | 'invalid UTF-8'
  | 'byte order mark'
  | 'not an object'
  | 'unexpected character'
  | 'unexpected end'
  | 'control character in a string'
  | 'invalid escape'
  | 'lone surrogate'
  | 'number out of range'
  | 'duplicate key'
  | 'nested deeper than 64 levels'
  | 'more than 10000 values'
  | 'text after the end'
export type CanonicalFailure = { readonly ok: false; readonly reason: CanonicalReason; readonly offset: number }

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const LEFT_BRACKET = 0x5b
const BACKSLASH = 0x5c
const RIGHT_BRACKET = 0x5d
const LOWER_F = 0x66
const LOWER_N = 0x6e
const LOWER_T = 0x74
const LEFT_BRACE = 0x7b
const RIGHT_BRACE = 0x7d

export const MAX_DEPTH = 64
const MAX_VALUES = RESOURCE_LIMITS.input_values.limit
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const SHORTEST_INFINITE = '1e309'.length
const SURROGATE = /[\ud800-\udfff]/
const LONE_SURROGATE = /\p{Surrogate}/u
const PLAIN_TEXT = /[^"\\\u0000-\u001f]+/y

/**
 * Reads JSON in one pass, as strictly as a signature requires, and writes its compact form: keys and digits as received,
 * strings escaped like `JSON.stringify`. It builds no values, so cost does not depend on depth.
 *
 * State: `at` is the position in the text; `open` holds the open containers, each object with its keys. The canonical
 * text is in `copied` up to `pending` and is the text itself from there to `at`, so canonical JSON is never copied.
 * Invariants: depth and number of values are checked before anything is stored; nothing is read after a rejection.
 */
class Tokenizer {
  readonly text: string
  at = 0
  reason: CanonicalReason | undefined
  private copied = ''
  private pending = 0
  private values = 0
  private rewritten: string | undefined
  private readonly open: (Set<string> | undefined)[] = []
  private readonly memberKeys: string[] = []
  private readonly memberBounds: number[] = []
  /** The start of the first string with a lone surrogate. */
  loneAt: number | undefined

  constructor(text: string) {
    this.text = text
  }

  read(mayBeArray = false): boolean {
    this.skipBlank()
    const code = this.code()
    if (code !== LEFT_BRACE && !(mayBeArray && code === LEFT_BRACKET)) return this.refuseStart()
    do {
      if (!this.value() || !this.separator()) return false
    } while (this.open.length > 0)
    this.skipBlank()
    return this.at === this.text.length || this.refuse('text after the end')
  }

  document(): CanonicalDocument {
    const text = this.canonical()
    const members = new Map<string, string>()
    this.memberKeys.forEach((key, index) => {
      members.set(decode(key), this.memberOf(text, index))
    })
    return { ok: true, text, members }
  }

  /** The canonical text of the member of the root that has this key. */
  memberText(key: string): string | undefined {
    const index = this.memberKeys.indexOf(key)
    return index < 0 ? undefined : this.memberOf(this.canonical(), index)
  }

  /** The canonical texts of all members of the root, and of the items of an array. */
  memberTexts(): string[] {
    const text = this.canonical()
    return this.memberKeys.map((_, index) => this.memberOf(text, index))
  }

  private canonical(): string {
    return this.pending === 0 ? this.text.slice(0, this.at) : this.copied + this.text.slice(this.pending, this.at)
  }

  private memberOf(canonical: string, index: number): string {
    return canonical.slice(this.memberBounds[2 * index], this.memberBounds[2 * index + 1])
  }

  private code(): number {
    return this.text.charCodeAt(this.at)
  }

  private refuse(reason: CanonicalReason, at = this.at): false {
    this.at = at
    this.reason = reason
    return false
  }

  private refuseHere(): false {
    return this.refuse(this.at < this.text.length ? 'unexpected character' : 'unexpected end')
  }

  private refuseStart(): false {
    if (this.at === this.text.length) return this.refuse('empty document')
    return this.refuse(this.code() === 0xfeff ? 'byte order mark' : 'not an object')
  }

  private skipBlank(): void {
    const start = this.at
    let at = start
    while (isBlank(this.text.charCodeAt(at))) at++
    if (at === start) return
    this.copied += this.text.slice(this.pending, start)
    this.pending = this.at = at
  }

  /** Reads a scalar, an empty container, or everything up to and including the first scalar inside. */
  private value(): boolean {
    for (;;) {
      this.skipBlank()
      if (++this.values > MAX_VALUES) return this.refuse('more than 10000 values')
      const code = this.code()
      if (code !== LEFT_BRACE && code !== LEFT_BRACKET) return this.scalar(code)
      if (this.open.length === MAX_DEPTH) return this.refuse('nested deeper than 64 levels')
      this.at++
      this.skipBlank()
      if (this.code() === (code === LEFT_BRACE ? RIGHT_BRACE : RIGHT_BRACKET)) {
        this.at++
        return true
      }
      this.open.push(code === LEFT_BRACE ? new Set() : undefined)
      if (!this.member()) return false
    }
  }

  private scalar(code: number): boolean {
    if (code === QUOTE) return this.string()
    if (code === LOWER_T) return this.literal('true')
    if (code === LOWER_F) return this.literal('false')
    if (code === LOWER_N) return this.literal('null')
    return this.number()
  }

  /**
   * After a value: closes the containers that end here, up to and including the comma (and key) before the next value.
   */
  private separator(): boolean {
    while (this.open.length > 0) {
      if (this.open.length === 1) this.memberBounds[2 * this.memberKeys.length - 1] = this.length()
      this.skipBlank()
      const keys = this.open.at(-1)
      const code = this.code()
      if (code === COMMA) {
        this.at++
        return this.member()
      }
      if (code !== (keys === undefined ? RIGHT_BRACKET : RIGHT_BRACE)) return this.refuseHere()
      this.at++
      this.open.pop()
    }
    return true
  }

  /** At the first or next member of the innermost container: reads its key, if it is an object. */
  private member(): boolean {
    if (this.open.at(-1) !== undefined) return this.key()
    if (this.open.length === 1) this.openMember('')
    return true
  }

  private key(): boolean {
    this.skipBlank()
    const start = this.at
    if (this.code() !== QUOTE) return this.refuseHere()
    if (!this.string()) return false
    const key = this.rewritten ?? this.text.slice(start, this.at)
    const keys = this.open.at(-1) as Set<string>
    const count = keys.size
    if (keys.add(key).size === count) return this.refuse('duplicate key', start)
    this.skipBlank()
    if (this.code() !== COLON) return this.refuseHere()
    this.at++
    if (this.open.length === 1) this.openMember(key)
    return true
  }

  /** Members of the root; items of an array have no key. */
  private openMember(key: string): void {
    this.memberBounds[2 * this.memberKeys.length] = this.length()
    this.memberKeys.push(key)
  }

  private length(): number {
    return this.copied.length + this.at - this.pending
  }

  private literal(word: string): boolean {
    if (!this.text.startsWith(word, this.at)) return this.refuseHere()
    this.at += word.length
    return true
  }

  private number(): boolean {
    const start = this.at
    NUMBER.lastIndex = start
    if (!NUMBER.test(this.text)) return this.refuseHere()
    this.at = NUMBER.lastIndex
    if (this.at - start < SHORTEST_INFINITE || Number.isFinite(Number(this.text.slice(start, this.at)))) return true
    return this.refuse('number out of range', start)
  }

  private string(): boolean {
    const { text, at: start } = this
    let at = start + 1
    let isCanonical = true
    this.rewritten = undefined
    for (;;) {
      const code = text.charCodeAt(at)
      if (code === QUOTE) break
      if (code === BACKSLASH) {
        const length = escapeLength(text, at + 1)
        if (length === 0) return this.refuse('invalid escape', at)
        if (length < 0) isCanonical = false
        at += 1 + Math.abs(length)
      } else {
        PLAIN_TEXT.lastIndex = at
        if (!PLAIN_TEXT.test(text)) {
          return this.refuse(at < text.length ? 'control character in a string' : 'unexpected end', at)
        }
        at = PLAIN_TEXT.lastIndex
      }
    }
    this.at = at + 1
    return isCanonical || this.rewrite(start)
  }

  private rewrite(start: number): boolean {
    const decoded: string = JSON.parse(this.text.slice(start, this.at))
    if (SURROGATE.test(decoded) && LONE_SURROGATE.test(decoded)) this.loneAt ??= start
    this.rewritten = JSON.stringify(decoded)
    this.copied += this.text.slice(this.pending, start) + this.rewritten
    this.pending = this.at
    return true
  }
}

/** Parses the JSON of a request as strictly as a signed one; parsed once for all consumers. */
export class JsonReading {
  private readonly failure: CanonicalFailure | undefined = undefined
  private readonly tokenizer: Tokenizer | undefined
  private parsed: unknown = undefined

  /** Arrays are accepted only if allowed. Offsets of errors are in bytes of UTF-8. */
  constructor(input: Uint8Array, mayBeArray = false) {
    const text = decodeUtf8(input)
    this.tokenizer = text === undefined ? undefined : new Tokenizer(text)
    if (this.tokenizer === undefined) this.failure = invalidUtf8(input)
    else if (!this.tokenizer.read(mayBeArray)) this.failure = failureOf(this.tokenizer)
  }

  /**
   * For a body without an envelope. Lone surrogates, which no signer can have meant, are left to validation, which
   * reports their position.
   */
  value(): { readonly ok: true; readonly value: unknown } | CanonicalFailure {
    if (this.failure) return this.failure
    this.parsed ??= JSON.parse(this.tokenizer!.text)
    return { ok: true, value: this.parsed }
  }

  /** The compact JSON of one member of an object, with numbers as they were received instead of rounded. */
  memberText(name: string): string | undefined {
    return this.failure ? undefined : this.tokenizer!.memberText(JSON.stringify(name))
  }

  /** The compact JSON of each item of an array, likewise. */
  itemTexts(): string[] {
    return this.failure ? [] : this.tokenizer!.memberTexts()
  }

  /**
   * The compact JSON of an object as the signer of an envelope writes it: key order and number lexemes as received,
   * strings escaped like `JSON.stringify` (ENV-18 to ENV-24).
   */
  document(): CanonicalDocument | CanonicalFailure {
    const { tokenizer, failure } = this
    if (tokenizer?.loneAt !== undefined)
      return failureOf({ text: tokenizer.text, reason: 'lone surrogate', at: tokenizer.loneAt })
    return failure ?? tokenizer!.document()
  }
}

const invalidUtf8 = (bytes: Uint8Array): CanonicalFailure => ({
  ok: false,
  reason: 'invalid UTF-8',
  offset: firstInvalidByte(bytes),
})

const failureOf = ({
  reason = 'unexpected character',
  text,
  at,
}: Pick<Tokenizer, 'reason' | 'text' | 'at'>): CanonicalFailure => ({
  ok: false,
  reason,
  offset: Buffer.byteLength(text.slice(0, at)),
})

function decodeUtf8(bytes: Uint8Array): string | undefined {
  return isUtf8(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8') : undefined
}

function firstInvalidByte(bytes: Uint8Array): number {
  const repaired = Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))
  const at = bytes.findIndex((byte, index) => byte !== repaired[index])
  return at < 0 ? bytes.length : at
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

function decode(token: string): string {
  return token.includes('\\') ? JSON.parse(token) : token.slice(1, -1)
}
