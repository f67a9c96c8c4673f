import { hasSeedPhrase } from './seed-phrase.ts'

// Each starts at a literal or a word boundary, so that matching is linear.
const MARKS: readonly RegExp[] = [
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/,
  /(?<![\w-])sk-[\w-]{20}/,
  /(?<![\w-])gh[a-z]_[A-Za-z0-9]{20}/,
  /(?<![\w-])github_pat_\w{20}/,
  /(?<![\w-])glpat-[\w-]{20}/,
  /(?<![A-Za-z0-9])AKIA[A-Z0-9]{16}/,
  /(?<![\w-])xox[a-z]-[\w-]{10}/,
  /(?<![\w-])AIza[\w-]{30}/,
  /(?<![\w-])npm_[A-Za-z0-9]{20}/,
  /(?<![\w-])hf_[A-Za-z0-9]{20}/,
  /(?<![\w-])whsec_[\w+/=-]{20}/,
  // A URL with userinfo.
  /:\/\/[^\s/?#@]+@/,
]

const TOKEN = /(?<![\w-])(ey[\w-]{6,})\.[\w-]{2,}\.[\w-]*/g

/** Whether a text contains a credential: TASK-8. */
export const hasCredential = (text: string): boolean =>
  MARKS.some(mark => mark.test(text)) || hasSignedToken(text) || hasSeedPhrase(text)

/** A JWT in its compact form, by its header. */
function hasSignedToken(text: string): boolean {
  for (const [, header] of text.matchAll(TOKEN)) if (isTokenHeader(header!)) return true
  return false
}

function isTokenHeader(encoded: string): boolean {
  try {
    const header: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString())
    return typeof header === 'object' && header !== null && 'alg' in header
  } catch {
    return false
  }
}

const SECRET_NAMES = new Set(['password', 'secret', 'token', 'api_key'])

/** Whether a member with that name is secret, whatever its value. */
export const isSecretName = (name: string): boolean => SECRET_NAMES.has(name.toLowerCase())
