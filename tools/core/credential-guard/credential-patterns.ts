/** A kind of credentials that a prefix gives away. */
export interface CredentialPattern {
  kind: string
  /** It starts at a literal, so that matching is linear. */
  pattern: RegExp
}

/** Longest texts first where one prefix begins another. */
export const CREDENTIAL_PATTERNS: readonly CredentialPattern[] = [
  { kind: 'private_key', pattern: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/ },
  { kind: 'model_api_key', pattern: /(?<![\w-])sk-[\w-]{20}/ },
  { kind: 'github_token', pattern: /(?<![\w-])gh[a-z]_[A-Za-z0-9]{20}/ },
  { kind: 'github_token', pattern: /(?<![\w-])github_pat_\w{20}/ },
  { kind: 'gitlab_token', pattern: /(?<![\w-])glpat-[\w-]{20}/ },
  { kind: 'aws_access_key', pattern: /(?<![A-Za-z0-9])AKIA[A-Z0-9]{16}/ },
  { kind: 'slack_token', pattern: /(?<![\w-])xox[a-z]-[\w-]{10}/ },
  { kind: 'google_api_key', pattern: /(?<![\w-])AIza[\w-]{30}/ },
  { kind: 'npm_token', pattern: /(?<![\w-])npm_[A-Za-z0-9]{20}/ },
  { kind: 'hugging_face_token', pattern: /(?<![\w-])hf_[A-Za-z0-9]{20}/ },
  { kind: 'webhook_secret', pattern: /(?<![\w-])whsec_[\w+/=-]{20}/ },
]

/** A text without any of their beginnings has none of them, which is found out in one pass. */
export const CREDENTIAL_START = /-----BEGIN |sk-|gh[a-z]_|github_pat_|glpat-|AKIA|xox[a-z]-|AIza|npm_|hf_|whsec_|eyJ/

const JWT = /(?<![\w-])(ey[\w-]{6,})\.([\w-]{2,})\.([\w-]*)/g

/** The signed tokens (JWT) in a text, by their header. */
export function signedTokensIn(text: string): { payload: string; signature: string }[] {
  return [...text.matchAll(JWT)]
    .filter(([, header]) => 'alg' in objectOf(header!))
    .map(([, , payload, signature]) => ({ payload: payload!, signature: signature! }))
}

/** The JSON object that a part of a token encodes; empty if it is none. */
export function objectOf(encoded: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString())
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
