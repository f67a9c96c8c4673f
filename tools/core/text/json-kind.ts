export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'true' | 'false' | 'null'

/** The type of a JSON text, by its first character. */
export function jsonKindOf(text: string): JsonKind {
  switch (text.charAt(0)) {
    case '{':
      return 'object'
    case '[':
      return 'array'
    case '"':
      return 'string'
    case 't':
      return 'true'
    case 'f':
      return 'false'
    case 'n':
      return 'null'
    default:
      return 'number'
  }
}
