const QUOTE = 0x22
const SLASH = 0x2f
const ZERO = 0x30
const NINE = 0x39
const BACKSLASH = 0x5c
const LOWER_A = 0x61
const LOWER_B = 0x62
const LOWER_F = 0x66
const LOWER_N = 0x6e
const LOWER_R = 0x72
const LOWER_T = 0x74
const LOWER_U = 0x75

const CONTROL_ESCAPE = /u00(?:0[0-7bef]|1[0-9a-f])/y

/** Length of the escape after a backslash; negative if the canonical form writes it differently, 0 if it is invalid. */
export function escapeLength(text: string, at: number): number {
  switch (text.charCodeAt(at)) {
    case QUOTE:
    case BACKSLASH:
    case LOWER_B:
    case LOWER_F:
    case LOWER_N:
    case LOWER_R:
    case LOWER_T:
      return 1
    case SLASH:
      return -1
    case LOWER_U:
      return unicodeEscapeLength(text, at)
    default:
      return 0
  }
}

function unicodeEscapeLength(text: string, at: number): number {
  for (let digit = at + 1; digit <= at + 4; digit++) {
    if (!isHexDigit(text.charCodeAt(digit))) return 0
  }
  if (text.charCodeAt(at + 1) !== ZERO || text.charCodeAt(at + 2) !== ZERO) return -5
  CONTROL_ESCAPE.lastIndex = at
  return CONTROL_ESCAPE.test(text) ? 5 : -5
}

function isHexDigit(code: number): boolean {
  const lower = code | 0x20
  return (code >= ZERO && code <= NINE) || (lower >= LOWER_A && lower <= LOWER_F)
}
