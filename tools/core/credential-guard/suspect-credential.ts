import { DAY, SECOND } from '../durations.ts'
import { Problem } from '../problems/problem.ts'
import { escapePointer } from '../schemas.ts'
import { CREDENTIAL_PATTERNS, CREDENTIAL_START, objectOf, signedTokensIn } from './credential-patterns.ts'
import { hasWholeSeedPhrase } from './seed-phrase.ts'

/**
 * Finds credentials that somebody is about to publish by mistake (GUARD-1). Code and documentation are full of
 * placeholders, so a match must look random, and a token must still be valid: of 100,000 posts and snippets of code, at
 * most 10 may be suspected for nothing.
 */

/** Refuses an input of which a text that others read looks like a credential, without repeating it (GUARD-1, GUARD-2). */
export function refuseCredential(
  published: readonly string[],
  input: Readonly<Record<string, unknown>>,
  now: Date,
): void {
  for (const name of published) {
    const found = suspectIn(input[name], `/${escapePointer(name)}`, now)
    if (!found) continue
    throw new Problem('credential-suspected', 'The input contains what looks like a credential. See `pointer`.', {
      ...found,
      hint: 'Remove it. If it is none, or others may have it, send allow_credential_like: true.',
    })
  }
}

/** The first of a text, or of the texts of a list or an object. */
function suspectIn(value: unknown, pointer: string, now: Date): { pointer: string; kind: string } | undefined {
  if (typeof value === 'string') {
    const kind = suspectCredential(value, now)
    return kind === undefined ? undefined : { pointer, kind }
  }
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, member] of Object.entries(value)) {
    const found = suspectIn(member, `${pointer}/${escapePointer(name)}`, now)
    if (found) return found
  }
  return undefined
}

/** The kind of a credential that a text contains. */
export const suspectCredential = (text: string, now: Date): string | undefined =>
  (CREDENTIAL_START.test(text) ? findStarted(text, now) : undefined) ??
  (hasWholeSeedPhrase(text) ? 'seed_phrase' : undefined)

function findStarted(text: string, now: Date): string | undefined {
  const found = PATTERNS.find(({ kind, all }) => {
    return [...text.matchAll(all)].some(({ index }) => isLikely(kind, text.slice(index)))
  })
  return found?.kind ?? (signedTokensIn(text).some(token => isLive(token, now)) ? 'signed_token' : undefined)
}

const PATTERNS = CREDENTIAL_PATTERNS.map(({ pattern, ...one }) => ({ ...one, all: new RegExp(pattern, 'g') }))

/** A key of PEM has a body, and a token has digits and letters of both cases, of which no four in a row are the same. */
function isLikely(kind: string, rest: string): boolean {
  if (kind === 'private_key') return KEY_BODY.test(rest)
  const [token = ''] = TOKEN.exec(rest) ?? []
  const body = token.slice(BODY_AT)
  const isMixed = /\d/.test(body) && /[A-Z]/.test(body) && (kind === 'aws_access_key' || /[a-z]/.test(body))
  return isMixed && !PLACEHOLDER.test(token)
}

const KEY_BODY = /^-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?:\s|\\n)*(?:[\w-]+: [^\n]*\n|\s)*[A-Za-z0-9+/]{40}/
const TOKEN = /^[\w+/=-]+/
const BODY_AT = 4
const PLACEHOLDER = /(.)\1{3}|example|placeholder|redacted|dummy|fake|your|1234|abcd/i

/** A token without times may be valid for ever; one that was issued long ago is an example. */
function isLive({ payload, signature }: { payload: string; signature: string }, now: Date): boolean {
  if (signature.length < SIGNATURE_CHARACTERS) return false
  const { exp, iat } = objectOf(payload)
  const at = now.getTime() / SECOND
  if (typeof exp === 'number') return exp > at
  return typeof iat !== 'number' || iat > at - (365 * DAY) / SECOND
}

const SIGNATURE_CHARACTERS = 32
