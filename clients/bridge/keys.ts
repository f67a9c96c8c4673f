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

/** A new private key as PEM. */
export const makeKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** `place` is its name in error messages. */
export function readKey(pem: string, place: string): KeyObject {
  let key: KeyObject
  try {
    key = createPrivateKey(pem)
  } catch (error) {
    throw new Refusal(`${place} does not contain an unencrypted private key: ${sayOf(error)}`)
  }
  if (key.asymmetricKeyType !== 'rsa') throw new Refusal(`${place} does not contain an RSA key`)
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

export function signText(text: string, key: KeyObject): string {
  const padding = constants.RSA_PKCS1_PSS_PADDING
  return sign('sha256', Buffer.from(text), { key, padding, saltLength: SALT }).toString('base64url')
}

/** A JWT with these claims. */
export function signJwt(claims: object, key: KeyObject): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'PS256', typ: 'JWT' })}.${part(claims)}`
  return `${text}.${signText(text, key)}`
}
