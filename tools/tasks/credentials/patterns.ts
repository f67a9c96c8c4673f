import { CREDENTIAL_PATTERNS, signedTokensIn } from '../../core/credential-guard/credential-patterns.ts'
import { hasSeedPhrase } from '../../core/credential-guard/seed-phrase.ts'

const URL_WITH_USERINFO = /:\/\/[^\s/?#@]+@/

/** Whether a text contains a credential, or what looks like one: TASK-8. */
export const hasCredential = (text: string): boolean =>
  CREDENTIAL_PATTERNS.some(({ pattern }) => pattern.test(text)) ||
  URL_WITH_USERINFO.test(text) ||
  signedTokensIn(text).length > 0 ||
  hasSeedPhrase(text)

const SECRET_NAMES = new Set(['password', 'secret', 'token', 'api_key'])

/** Whether a member with that name is secret, whatever its value. */
export const isSecretName = (name: string): boolean => SECRET_NAMES.has(name.toLowerCase())
