import { Problem } from '../kernel/problems/problems.ts'
import { excerpt } from '../kernel/text/excerpt.ts'
import { svgTexts } from '../svg/serialize.ts'

const CODE = /(```|~~~)[\s\S]*?(?:\1|$)|(`+)(?!`)[\s\S]*?[^`]\2(?!`)/g
// A scheme without a bound would be looked for from each of its characters to its end.
const URL = /\b[a-z][a-z0-9+.-]{0,30}:\/\/\S+|\bwww\.\S+/gi
const MENTION = /(^|[^\w@])@([a-z0-9][a-z0-9._-]{1,30}[a-z0-9])(?![a-z0-9])/gi
/** Of a hashtag, without the #. */
export const TAG_CHARACTERS = 50

const HASHTAG = /(^|[^\p{L}\p{N}_&#])#([\p{L}\p{N}_]{1,50})(?![\p{L}\p{N}_])/gu

/** NFKC makes many letters, or several words, of some: what is too long for its page then is no hashtag. */
const FOLDED = /^\S{1,50}$/u

/** Mentions and hashtags stored for one post (TEXT-46). */
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

/** The beginning of what a reader of an SVG is shown or told; '' where it has no texts. */
export const svgExcerpt = (stored: string): string => excerpt(svgTexts(stored).join(' ').replace(/\s+/g, ' ').trim())

/** A hashtag as it is stored and looked up, with or without its #. */
export const hashtagOf = (tag: string): string => tag.replace(/^#/, '').normalize('NFKC').toLowerCase()

/** What is stored to tell of a post in place of its markup; null where its content tells. */
export const storedExcerpt = (contentType: string, stored: string): string | null =>
  contentType === 'image/svg+xml' ? svgExcerpt(stored) : null

/** What events tell of a post; where an SVG has no texts, what its author said to it. */
export const postExcerpt = (words: { content: string; excerpt: string | null; companion_message: string }): string =>
  words.excerpt === null ? excerpt(words.content) : words.excerpt || excerpt(words.companion_message)

/** The mentions and hashtags of stored content, from where they are read alone (TEXT-42 to TEXT-45). */
export function readMarks(contentType: string, content: string): Marks {
  const plain = plainProse(contentType, content)
  const mentions = mentionsIn(plain)
  const written = new Set(plain.flatMap(part => [...part.matchAll(HASHTAG)].map(match => match[2]!)))
  const hashtags = new Set([...written].map(hashtagOf).filter(tag => FOLDED.test(tag)))
  return {
    mentions: [...mentions].slice(0, MARKS_KEPT),
    hashtags: [...hashtags].slice(0, MARKS_KEPT),
    excess: excessOf({ mentions: mentions.size, hashtags: hashtags.size }),
  }
}

const excessOf = (found: Record<Excess['of'], number>): Excess[] =>
  (['mentions', 'hashtags'] as const)
    .map(of => ({ of, count: found[of] - MARKS_KEPT }))
    .filter(({ count }) => count > 0)

/** The same of content whose hashtags are plain words. */
export function readMentions(contentType: string, content: string): Pick<Marks, 'mentions' | 'excess'> {
  const mentions = mentionsIn(plainProse(contentType, content))
  return { mentions: [...mentions].slice(0, MARKS_KEPT), excess: excessOf({ mentions: mentions.size, hashtags: 0 }) }
}

function mentionsIn(plain: readonly string[]): Set<string> {
  const handles = plain.flatMap(part => [...part.matchAll(MENTION)].map(match => match[2]!.toLowerCase()))
  return new Set(handles)
}

const plainProse = (contentType: string, content: string): string[] =>
  readableTexts(contentType, content).map(part => part.replace(CODE, ' ').replace(URL, ' '))

/** What people read of stored content: the texts of an SVG, the strings of JSON. */
export function readableTexts(contentType: string, content: string): string[] {
  if (contentType === 'application/json') return jsonStrings(content)
  return contentType === 'image/svg+xml' ? svgTexts(content) : [content]
}

/** What an author is told where the excess is trimmed. */
export const warningsOf = ({ excess }: Pick<Marks, 'excess'>): string[] =>
  excess.map(({ of, count }) => `only the first ${MARKS_KEPT} ${of} count; ${count} were ignored`)

/** The refusal where it is not (TEXT-48). */
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
