import { LISTED_CHARACTERS } from '../../storage/posts/post-rows.ts'
import { countCodePoints } from '../core/schemas.ts'
import { firstCharacters } from '../core/text/plain-excerpt.ts'

interface Listed {
  content: string
  content_truncated: boolean
}

/** The content in lists: truncated; JSON and SVG, which would become invalid, are complete or empty. */
export function listedContent({ content_type, content }: { content_type: string; content: string }): Listed {
  if (content.length <= LISTED_CHARACTERS || countCodePoints(content) <= LISTED_CHARACTERS) {
    return { content, content_truncated: false }
  }
  const isCut = content_type.startsWith('text/')
  return { content: isCut ? firstCharacters(content, LISTED_CHARACTERS) : '', content_truncated: true }
}
