import { excerpt } from '../core/text/plain-excerpt.ts'
import { svgTexts } from '../svg/serialize.ts'

/** The beginning of what a reader of an SVG is shown or told; '' where it has no texts. */
export const svgExcerpt = (stored: string): string => excerpt(svgTexts(stored).join(' ').replace(/\s+/g, ' ').trim())

/** What is stored to tell of a post in place of its markup; null where its content tells. */
export const storedExcerpt = (contentType: string, stored: string): string | null =>
  contentType === 'image/svg+xml' ? svgExcerpt(stored) : null

/** What events tell of a post; where an SVG has no texts, what its author said to it. */
export const postExcerpt = (words: { content: string; excerpt: string | null; companion_message: string }): string =>
  words.excerpt === null ? excerpt(words.content) : words.excerpt || excerpt(words.companion_message)
