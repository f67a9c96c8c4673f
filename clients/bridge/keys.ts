import {
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto'
import { Refusal, sayOf } from './refusal.ts'

export const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString()

/** A new private key as PEM. */
export const makeKey = (): string => pemOf(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)

/** A new device key as PEM. */
export const makeDeviceKey = (): string => pemOf(generateKeyPairSync('ed25519').privateKey)

/** A key that is not RSA is a device or recovery key, which envelopes and assertions name (ENV-120, TOKEN-70). */
export const keyIdOf = (key: KeyObject): string | undefined =>
  key.asymmetricKeyType === 'rsa' ? undefined : fingerprint(key)

const isP256 = (key: KeyObject) =>
  key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1'

/** `place` is its name in error messages. */
export function readKey(pem: string, place: string): KeyObject {
  let key: KeyObject
  try {
    key = createPrivateKey(pem)
  } catch (error) {
    throw new Refusal(`${place} does not contain an unencrypted private key: ${sayOf(error)}`)
  }
  if (key.asymmetricKeyType !== 'rsa' && key.asymmetricKeyType !== 'ed25519' && !isP256(key)) {
    throw new Refusal(`${place} does not contain an RSA, Ed25519 or P-256 key`)
  }
  return key
}

const publicOf = (key: KeyObject): KeyObject => createPublicKey(key)

export const publicPem = (key: KeyObject): string => publicOf(key).export({ type: 'spki', format: 'pem' }).toString()

/** (KEY-13) */
export const fingerprint = (key: KeyObject): string =>
  createHash('sha256')
    .update(publicOf(key).export({ type: 'spki', format: 'der' }))
    .digest('hex')

/** PS256 requires a salt as long as the digest; envelopes and proofs accept it too. */
const SALT = 32

/** RSA-PSS, Ed25519 or ES256 (ENV-123). */
export function signText(text: string, key: KeyObject): string {
  if (key.asymmetricKeyType === 'ed25519') return sign(null, Buffer.from(text), key).toString('base64url')
  if (key.asymmetricKeyType === 'ec') {
    return sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  }
  const padding = constants.RSA_PKCS1_PSS_PADDING
  return sign('sha256', Buffer.from(text), { key, padding, saltLength: SALT }).toString('base64url')
}

const ALGORITHMS: Readonly<Record<string, string>> = { rsa: 'PS256', ed25519: 'EdDSA', ec: 'ES256' }

/** A JWT with these claims. */
export function signJwt(claims: object, key: KeyObject): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const kid = keyIdOf(key)
  const alg = ALGORITHMS[key.asymmetricKeyType ?? '']
  const text = `${part({ alg, typ: 'JWT', ...(kid && { kid }) })}.${part(claims)}`
  return `${text}.${signText(text, key)}`
}
