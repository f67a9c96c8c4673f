import { Buffer } from 'node:buffer'
import { createHash, createPublicKey, type KeyObject } from 'node:crypto'

export type PublicKeyRead =
  | {
      readonly ok: true
      readonly key: KeyObject
      readonly pem: string
      readonly pkcs1: Buffer
      /** SHA-256 of the SubjectPublicKeyInfo, hex. */
      readonly fingerprint: string
      /** SHA-256 of modulus and exponent: the identity for uniqueness and lockouts. */
      readonly identity: Buffer
      readonly bits: number
    }
  | PublicKeyRefusal
export type PublicKeyRefusal = {
  readonly ok: false
  readonly failure: 'invalid' | 'too-small'
  readonly reason: string
  readonly hint?: string
}

export const PEM_CHARACTERS = 8192
export const KEY_BITS = { min: 2048, max: 8192 }
const MAX_EXPONENT = 2n ** 32n
const PEM = /^-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----$/

/** Parses an enrollment key far more strictly than `createPublicKey` (KEY-1 to KEY-9). */
export function readPublicKey(pem: string): PublicKeyRead {
  const read = decodePem(pem)
  return 'der' in read ? describe(read.key, read.der) : read
}

export type SecondaryKeyRead =
  | {
      readonly ok: true
      readonly key: KeyObject
      readonly spki: Buffer
      /** SHA-256 of the SubjectPublicKeyInfo, hex. */
      readonly fingerprint: string
    }
  | PublicKeyRefusal

/** As strict as `readPublicKey`, for Ed25519 and P-256 keys too (KEY-50). */
export function readSecondaryKey(pem: string): SecondaryKeyRead {
  const read = decodePem(pem)
  if (!('der' in read)) return read
  const { key, der } = read
  if (key.asymmetricKeyType === 'rsa') {
    const rsa = describe(key, der)
    return rsa.ok ? { ok: true, key, spki: der, fingerprint: rsa.fingerprint } : rsa
  }
  const isP256 = key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1'
  if (!isP256 && key.asymmetricKeyType !== 'ed25519') {
    return refuse('not an Ed25519, P-256 or RSA key', 'create an Ed25519 key: openssl genpkey -algorithm ed25519')
  }
  if (!isCanonical(key, der)) return refuse(NOT_CANONICAL)
  return { ok: true, key, spki: der, fingerprint: createHash('sha256').update(der).digest('hex') }
}

function decodePem(pem: string): { key: KeyObject; der: Buffer } | PublicKeyRefusal {
  if (pem.includes('PRIVATE KEY')) return refusePrivateKey()
  if (pem.length > PEM_CHARACTERS) return refuse('the PEM is longer than 8192 characters')
  const body = PEM.exec(pem.trim())?.[1]?.replace(/\s+/g, '')
  if (body === undefined) return refuse('must be a single PEM block of a public key and nothing else', hintFor(pem))
  const der = Buffer.from(body, 'base64')
  if (der.toString('base64') !== body) return refuse('the PEM contains no valid base64')
  const key = importSpki(der)
  if (!key) return refuse('the PEM contains no DER-encoded SubjectPublicKeyInfo')
  return { key, der }
}

const NOT_CANONICAL = 'the DER encoding is not the canonical one'

const isCanonical = (key: KeyObject, der: Buffer): boolean => key.export({ format: 'der', type: 'spki' }).equals(der)

export function importPkcs1(der: Buffer): KeyObject {
  return createPublicKey({ key: der, format: 'der', type: 'pkcs1' })
}

function importSpki(der: Buffer): KeyObject | undefined {
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}

function describe(key: KeyObject, der: Buffer): PublicKeyRead {
  if (key.asymmetricKeyType !== 'rsa') return refuse('not an RSA key', 'the algorithm must be rsaEncryption')
  const { modulusLength: bits = 0, publicExponent: exponent = 0n } = key.asymmetricKeyDetails ?? {}
  if (bits < KEY_BITS.min) {
    return {
      ok: false,
      failure: 'too-small',
      reason: `the RSA key has ${bits} bits; at least ${KEY_BITS.min} are required`,
    }
  }
  if (bits > KEY_BITS.max) return refuse(`the RSA key has ${bits} bits, at most ${KEY_BITS.max} are accepted`)
  if (exponent < 3n || exponent >= MAX_EXPONENT || exponent % 2n === 0n) {
    return refuse('the public exponent is not an odd number from 3 to 2^32', 'use 65537')
  }
  const pkcs1 = key.export({ format: 'der', type: 'pkcs1' })
  if (hasEvenModulus(key)) return refuse('the modulus is even')
  if (!isCanonical(key, der)) return refuse(NOT_CANONICAL)
  return {
    ok: true,
    key,
    pem: key.export({ format: 'pem', type: 'spki' }).toString(),
    pkcs1,
    fingerprint: createHash('sha256').update(der).digest('hex'),
    // PKCS#1 DER consists of modulus and exponent, each with its length.
    identity: createHash('sha256').update(pkcs1).digest(),
    bits,
  }
}

function hasEvenModulus(key: KeyObject): boolean {
  const modulus = Buffer.from(key.export({ format: 'jwk' }).n ?? '', 'base64url')
  return ((modulus.at(-1) ?? 0) & 1) === 0
}

function refuse(reason: string, hint?: string): PublicKeyRefusal {
  return { ok: false, failure: 'invalid', reason, ...(hint === undefined ? {} : { hint }) }
}

function refusePrivateKey(): PublicKeyRefusal {
  return refuse(
    'this is a private key',
    'never send a private key: create a new key pair and send only its public half',
  )
}

function hintFor(pem: string): string {
  if (pem.includes('BEGIN RSA PUBLIC KEY')) {
    return 'convert it: openssl rsa -RSAPublicKey_in -in key.pem -pubout'
  }
  if (pem.includes('BEGIN CERTIFICATE')) return 'extract the key: openssl x509 -in certificate.pem -noout -pubkey'
  if (pem.includes('\\n')) return 'line breaks must be actual line breaks, not a backslash and an n'
  return 'send the output of: openssl pkey -in private-key.pem -pubout'
}
