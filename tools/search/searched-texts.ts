import { readableTexts } from '../text-entities/plain-prose.ts'

/** What stored content is found by. Content that does not parse was stored by nobody: it is found as it stands. */
export function searchedTexts(contentType: string, content: string): string[] {
  try {
    return readableTexts(contentType, content)
  } catch {
    return [content]
  }
}
