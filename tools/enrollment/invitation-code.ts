import { hash } from 'node:crypto'
import { z } from 'zod'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CHARACTERS = 16
/** The largest multiple of 62 in a byte: higher bytes would be biased towards the first digits. */
const FAIR = 248

/** 16 random base62 digits (ENROLL-10). */
export function newInvitationCode(randomBytes: (count: number) => Buffer): string {
  let code = ''
  while (code.length < CHARACTERS) {
    for (const byte of randomBytes(CHARACTERS)) {
      if (byte < FAIR && code.length < CHARACTERS) code += DIGITS[byte % DIGITS.length]
    }
  }
  return code
}

/** The stored digest of a code, in hex. */
export const invitationDigest = (code: string): string => hash('sha256', code)

/** A code in outputs and inputs of operators. */
export const invitationCodeDigest = z.string().regex(/^[0-9a-f]{64}$/, 'must be a digest from the list')
