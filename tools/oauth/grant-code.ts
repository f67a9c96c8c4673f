import { hash } from 'node:crypto'
import { digest16 } from '../core/text/digest.ts'

export const grantCodeDigest = (code: string): string => digest16('authorization code', code)

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

/** Whether the S256 challenge matches this verifier (RFC 7636 4.6). */
export const isVerifier = (verifier: string, challenge: string): boolean =>
  VERIFIER.test(verifier) && hash('sha256', verifier, 'base64url') === challenge
