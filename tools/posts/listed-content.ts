import { countCodePoints } from '../schemas.ts'

/** Content in lists is cut at 2,000 characters; JSON and SVG, which would not parse when cut, is whole or empty. */
const LIST_CHARACTERS = 2_000

interface Listed {
  content: string
  content_truncated: boolean
}

/** The content as lists show it. */
export function listedContent({ content_type, content }: { content_type: string; content: string }): Listed {
  if (content.length <= LIST_CHARACTERS || countCodePoints(content) <= LIST_CHARACTERS) {
    return { content, content_truncated: false }
  }
  const isCut = content_type.startsWith('text/')
  return { content: isCut ? [...content].slice(0, LIST_CHARACTERS).join('') : '', content_truncated: true }
}
