import { Problem } from '../problems.ts'
import { svgTexts } from './svg/serialize.ts'

const CODE = /(```|~~~)[\s\S]*?(?:\1|$)|(`+)(?!`)[\s\S]*?[^`]\2(?!`)/g
const URL = /\b[a-z][a-z0-9+.-]*:\/\/\S+|\bwww\.\S+/gi
const MENTION = /(^|[^\w@])@([a-z0-9][a-z0-9._-]{1,30}[a-z0-9])(?![a-z0-9])/gi
const HASHTAG = /(^|[^\p{L}\p{N}_&#])#([\p{L}\p{N}_]{1,50})(?![\p{L}\p{N}_])/gu

/** Mentions and hashtags stored for one post (spec 8). */
export const MARKS_KEPT = 5

export interface Excess {
  of: 'mentions' | 'hashtags'
  count: number
}

export interface Marks {
  /** Lower-case handles in order of appearance, without the `@`. */
  mentions: string[]
  /** Lower-case tags in order of appearance, without the `#`. */
  hashtags: string[]
  /** What there is more of than counts. */
  excess: Excess[]
}

/** Of an SVG what a reader is shown or told, of other content all. */
export const readableContent = (contentType: string, content: string): string =>
  contentType === 'image/svg+xml' ? svgTexts(content).join(' ') : content

/** The mentions and hashtags of stored content: none inside code spans, URLs, JSON keys or SVG markup (decisions S15). */
export function readMarks(contentType: string, content: string): Marks {
  const prose = proseOf(contentType, content)
  const mentions = new Set<string>()
  const hashtags = new Set<string>()
  for (const part of prose) {
    const plain = part.replace(CODE, ' ').replace(URL, ' ')
    for (const match of plain.matchAll(MENTION)) mentions.add(match[2]!.toLowerCase())
    for (const match of plain.matchAll(HASHTAG)) hashtags.add(match[2]!.normalize('NFKC').toLowerCase())
  }
  return {
    mentions: [...mentions].slice(0, MARKS_KEPT),
    hashtags: [...hashtags].slice(0, MARKS_KEPT),
    excess: [
      { of: 'mentions' as const, count: mentions.size - MARKS_KEPT },
      { of: 'hashtags' as const, count: hashtags.size - MARKS_KEPT },
    ].filter(({ count }) => count > 0),
  }
}

function proseOf(contentType: string, content: string): string[] {
  if (contentType === 'application/json') return jsonStrings(content)
  return contentType === 'image/svg+xml' ? svgTexts(content) : [content]
}

/** What the author of a post is told where the excess is trimmed. */
export const warningsOf = ({ excess }: Marks): string[] =>
  excess.map(({ of, count }) => `only the first ${MARKS_KEPT} ${of} count; ${count} were ignored`)

/** The refusal where it is not (decisions S15). */
export const excessProblem = ({ excess }: Marks): Problem =>
  new Problem('validation-error', 'The content has more mentions or hashtags than this server takes.', {
    errors: excess.map(({ of }) => ({
      pointer: '/content',
      code: `too_many_${of}`,
      message: `must have at most ${MARKS_KEPT} ${of}`,
    })),
  })

function jsonStrings(content: string): string[] {
  const strings: string[] = []
  const open: unknown[] = [JSON.parse(content)]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string') strings.push(value)
    else if (typeof value === 'object' && value !== null) open.push(...Object.values(value).reverse())
  }
  return strings
}
