import {
  constants,
  createHash,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  randomUUID,
  sign as signBytes,
} from 'node:crypto'
import { promisify } from 'node:util'

export type Identity = {
  agent_id: string
  handle: string
  name: string
  privateKey: KeyObject
  publicKey: KeyObject
  public_key_pem: string
}

export type Envelope = {
  agent_id: string
  sig_version: number
  action: string
  method: string
  path: string
  timestamp_ms: number
  nonce: string
  /** Compact JSON of the payload, exactly as it is signed. */
  payload: string
}

export type KeyPair = Pick<Identity, 'privateKey' | 'publicKey' | 'public_key_pem'>

const generate = promisify(generateKeyPair)

export async function generateKeys(modulusLength = 2048): Promise<KeyPair> {
  return pairOf((await generate('rsa', { modulusLength })).privateKey)
}

export function pairOf(privateKey: KeyObject): KeyPair {
  const publicKey = createPublicKey(privateKey)
  return { privateKey, publicKey, public_key_pem: publicKey.export({ type: 'spki', format: 'pem' }).toString() }
}

export function fingerprint(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
}

export function freshNonce(): string {
  return randomUUID()
}

/** The canonical message (ENV-16). */
export function canonicalMessage(envelope: Envelope): string {
  const { payload, ...head } = envelope
  const { agent_id, sig_version, action, method, path, timestamp_ms, nonce } = head
  const text = JSON.stringify({ agent_id, sig_version, action, method, path, timestamp_ms, nonce })
  return `${text.slice(0, -1)},"payload":${payload}}`
}

export function signMessage(message: string, key: KeyObject, saltLength = constants.RSA_PSS_SALTLEN_MAX_SIGN): string {
  const padding = constants.RSA_PKCS1_PSS_PADDING
  return signBytes('sha256', Buffer.from(message, 'utf8'), { key, padding, saltLength }).toString('base64url')
}

/** The JSON text to send: the canonical message and its signature. */
export function signedText(envelope: Envelope, key: KeyObject, saltLength?: number): string {
  const message = canonicalMessage(envelope)
  return withSignature(message, signMessage(message, key, saltLength))
}

export function withSignature(message: string, signature: string): string {
  return `${message.slice(0, -1)},"signature":${JSON.stringify(signature)}}`
}

/** A header value in the form Node needs: UTF-8 bytes written as latin-1. */
export function headerValue(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}
