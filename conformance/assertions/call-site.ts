import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The source text of the first argument of the call that a `node:assert` error came from; `undefined` if it cannot be
 * read.
 */
export function readCall(stack: string): string | undefined {
  const frame = stack.split('\n').find(line => /^ +at /.test(line) && !/\(?node:/.test(line))
  // A source path if source maps are enabled, otherwise a URL of the compiled file.
  const [, file, line, column] = /((?:file:\/\/)?\/[^()]+?):(\d+):(\d+)\)?$/.exec(frame ?? '') ?? []
  if (!file) return undefined
  try {
    const lines = readFileSync(file.startsWith('file:') ? fileURLToPath(file) : file, 'utf8').split('\n')
    const text = lines
      .slice(Number(line) - 1, Number(line) + 20)
      .join('\n')
      .slice(Number(column) - 1)
    return firstArgument(text)
  } catch {
    return undefined
  }
}

const CLOSERS: Record<string, string> = { '(': ')', '[': ']', '{': '}' }

/** Up to the comma that ends it. */
function firstArgument(text: string): string | undefined {
  const start = text.indexOf('(') + 1
  return start === 0 ? undefined : untilEnd(text, start).parts[0]
}

/** The parts of a list or object literal; `undefined` if the text is anything else. */
export function partsOf(text: string, brackets: '[]' | '{}'): string[] | undefined {
  if (text[0] !== brackets[0]) return undefined
  const { parts, end } = untilEnd(text, 1)
  return end === text.length - 1 ? parts : undefined
}

/** Splits at commas up to the closing bracket; nested brackets and strings are skipped. */
function untilEnd(text: string, start: number): { parts: string[]; end: number } {
  const [open, parts]: [string[], string[]] = [[], []]
  let from = start
  for (const [at, character] of outsideOfStrings(text, start)) {
    if (character in CLOSERS) open.push(CLOSERS[character]!)
    else if (character === open.at(-1)) open.pop()
    else if (open.length === 0 && ',)]}'.includes(character)) {
      parts.push(text.slice(from, at).replace(/\s+/g, ' ').trim())
      if (character !== ',') return { parts, end: at }
      from = at + 1
    }
  }
  return { parts, end: text.length }
}

function* outsideOfStrings(text: string, start: number): Generator<[at: number, character: string]> {
  let quote: string | undefined
  for (let at = start; at < text.length; at++) {
    const character = text[at]!
    if (quote) {
      if (character === '\\') at++
      else if (character === quote) quote = undefined
    } else if ('\'"`'.includes(character)) quote = character
    else yield [at, character]
  }
}
