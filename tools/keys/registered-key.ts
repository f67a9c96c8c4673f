import { z } from 'zod'
import { Problem } from '../core/problems/problem.ts'
import {
  PEM_CHARACTERS,
  type PublicKeyRead,
  type PublicKeyRefusal,
  readPublicKey,
  readSecondaryKey,
  type SecondaryKeyRead,
} from './public-key.ts'

export const publicKeyPem = z
  .string()
  .max(PEM_CHARACTERS)
  .describe('RSA of 2,048 bits or more, as SubjectPublicKeyInfo')

export type ReadKey = Extract<PublicKeyRead, { ok: true }>

/** Parses the key to register; throws `invalid-public-key` or `key-too-small`. */
export function requirePublicKey(pem: string, member = 'public_key_pem'): ReadKey {
  const read = readPublicKey(pem)
  if (read.ok) return read
  throw refused(read, member)
}

export const secondaryKeyPem = z
  .string()
  .max(PEM_CHARACTERS)
  .describe('Ed25519, P-256, or RSA of 2,048 bits or more, as SubjectPublicKeyInfo')

export type ReadSecondaryKey = Extract<SecondaryKeyRead, { ok: true }>

/** Parses a device or recovery key; throws as `requirePublicKey`. */
export function requireSecondaryKey(pem: string, member = 'public_key_pem'): ReadSecondaryKey {
  const read = readSecondaryKey(pem)
  if (read.ok) return read
  throw refused(read, member)
}

const refused = (read: PublicKeyRefusal, member: string): Problem =>
  new Problem(read.failure === 'too-small' ? 'key-too-small' : 'invalid-public-key', `${sentence(read.reason)}.`, {
    ...(read.hint === undefined ? {} : { hint: read.hint }),
    errors: [{ pointer: `/${member}`, code: 'invalid_public_key', message: read.reason }],
  })

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
