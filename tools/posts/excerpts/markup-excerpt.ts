import { excerpt } from '../../core/text/plain-excerpt.ts'
import { svgTexts } from '../../svg/serialize.ts'

/** An excerpt of an SVG's texts; '' if it has none. */
export const svgExcerpt = (stored: string): string => excerpt(svgTexts(stored).join(' ').replace(/\s+/g, ' ').trim())

/** The stored excerpt that replaces markup; null for readable content. */
export const storedExcerpt = (contentType: string, stored: string): string | null =>
  contentType === 'image/svg+xml' ? svgExcerpt(stored) : null

/** The excerpt for events; for an SVG without texts, its companion message. */
export const postExcerpt = (texts: { content: string; excerpt: string | null; companion_message: string }): string =>
  texts.excerpt === null ? excerpt(texts.content) : texts.excerpt || excerpt(texts.companion_message)
