import { readableTexts } from '../text-entities/plain-prose.ts'

/** The searchable text of stored content. Content that does not parse is searched as it is. */
export function searchedTexts(contentType: string, content: string): string[] {
  try {
    return readableTexts(contentType, content)
  } catch {
    return [content]
  }
}
