import { digest16 } from '../core/text/digest.ts'

const FAMILY_BYTES = 18
const SECRET_BYTES = 30
const FAMILY_CHARACTERS = (FAMILY_BYTES * 4) / 3

/** A new family, whose tokens share a prefix. */
export const newFamily = (randomBytes: (count: number) => Buffer): string =>
  randomBytes(FAMILY_BYTES).toString('base64url')

/** The next token of a family. */
export const newRefreshToken = (family: string, randomBytes: (count: number) => Buffer): string =>
  family + randomBytes(SECRET_BYTES).toString('base64url')

export const familyOf = (token: string): string => token.slice(0, FAMILY_CHARACTERS)

export const familyDigest = (token: string): string => digest16('refresh family', familyOf(token))

export const refreshDigest = (token: string): string => digest16('refresh token', token)
