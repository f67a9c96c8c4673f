import { Buffer } from 'node:buffer'
import { constants, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { newKeyPair } from './key-pairs.ts'

export type TestKey = { readonly privateKey: KeyObject; readonly publicKey: KeyObject; readonly pem: string }
export type TestEnvelope = {
  readonly agent_id: string
  readonly privateKey: KeyObject
  readonly action: string
  readonly method: string
  readonly path: string
  /** The payload as signed and sent; by default `payload` as compact JSON, or `{}`. */
  readonly payload_text?: string
  readonly payload?: unknown
  readonly timestamp_ms: number
  readonly nonce: string
  readonly sig_version?: 1 | 2
  readonly saltLength?: number
}

const keys = new Map<string, TestKey>()

/** One of a few RSA keys, cached for the test file. */
export function testKey(index = 0, bits = 2048): TestKey {
  const name = `${bits}-${index}`
  const known = keys.get(name)
  if (known) return known
  const { privateKey, publicKey: pem } = newKeyPair(bits)
  const key = { privateKey: createPrivateKey(privateKey), publicKey: createPublicKey(pem), pem }
  keys.set(name, key)
  return key
}

/** RSA-PSS with the longest salt by default, base64url without padding. */
export function signText(privateKey: KeyObject, message: string, saltLength?: number): string {
  const padding = constants.RSA_PKCS1_PSS_PADDING
  const salt = saltLength ?? constants.RSA_PSS_SALTLEN_MAX_SIGN
  return sign('sha256', Buffer.from(message), { key: privateKey, padding, saltLength: salt }).toString('base64url')
}

/** The canonical message (ENV-16). */
export function messageToSign(envelope: TestEnvelope): string {
  const { agent_id, sig_version = 2, action, method, path, timestamp_ms, nonce } = envelope
  const payload = envelope.payload_text ?? JSON.stringify(envelope.payload ?? {})
  const head =
    sig_version === 1
      ? { agent_id, action, timestamp_ms }
      : { agent_id, sig_version, action, method, path, timestamp_ms, nonce }
  return `${JSON.stringify(head).slice(0, -1)},"payload":${payload}}`
}

/** The JSON text of a signed request's body or header. */
export function signEnvelope(envelope: TestEnvelope): string {
  const message = messageToSign(envelope)
  return `${message.slice(0, -1)},"signature":"${signText(envelope.privateKey, message, envelope.saltLength)}"}`
}
