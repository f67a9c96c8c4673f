import { svgTexts } from '../svg/serialize.ts'
import { markdownProse } from './markdown-prose.ts'

// The length of a scheme is limited, because an unlimited one would be scanned from each of its characters.
const URL = /\b[a-z][a-z0-9+.-]{0,30}:\/\/\S+|\bwww\.\S+/gi

const HOST_CHARACTER = '[\\p{L}\\p{M}\\p{N}-]'

/** A host with a path: `x.com/@name`. It does not start inside a longer one, nor after an `@`. */
const BARE_ADDRESS = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}._@＠-])(?:(?:${HOST_CHARACTER}{1,63}\\.)+(?:\\p{L}${HOST_CHARACTER}{1,62}|\\p{Nd}{1,3}(?=[:/]))|localhost(?=:))(?::\\d{1,5})?[/?#]\\S*`,
  'giu',
)

/** The parts of stored content in which mentions and hashtags are recognized, without URLs (TEXT-42 to TEXT-45). */
export function proseOf(contentType: string, content: string): string[] {
  const parts = contentType === 'text/markdown' ? markdownProse(content) : readableTexts(contentType, content)
  return parts.map(part => part.replace(URL, ' ').replace(BARE_ADDRESS, ' '))
}

/** The readable text of stored content: the texts of an SVG, the strings of JSON. */
export function readableTexts(contentType: string, content: string): string[] {
  if (contentType === 'application/json') return jsonStrings(content)
  return contentType === 'image/svg+xml' ? svgTexts(content) : [content]
}

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
