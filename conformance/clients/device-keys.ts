import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Data, HttpClient, Reply, RequestSpec } from './http.ts'
import { carry, envelopeFor } from './rest.ts'
import { canonicalMessage, fingerprint, type Identity, pairOf, withSignature } from './signing.ts'

/** A device or recovery key. */
export type DeviceKey = { key_id: string; public_key_pem: string; privateKey: KeyObject }

function deviceKey(privateKey: KeyObject): DeviceKey {
  const { public_key_pem, publicKey } = pairOf(privateKey)
  return { key_id: fingerprint(publicKey), public_key_pem, privateKey }
}

export const ed25519Key = (): DeviceKey => deviceKey(generateKeyPairSync('ed25519').privateKey)
export const p256Key = (): DeviceKey => deviceKey(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)

/** Ed25519, or ES256 (ENV-123). */
export function signWithDevice({ privateKey }: DeviceKey, text: string): string {
  const isEd25519 = privateKey.asymmetricKeyType === 'ed25519'
  const key = isEd25519 ? { key: privateKey } : { key: privateKey, dsaEncoding: 'ieee-p1363' as const }
  return sign(isEd25519 ? null : 'sha256', Buffer.from(text), key).toString('base64url')
}

/** The payload that adds a key (KEY-54 to KEY-56). */
export function additionOf({ agent_id }: Identity, key: DeviceKey, kind = 'device', terms: Data = {}): Data {
  const { key_id, public_key_pem } = key
  const proof = signWithDevice(key, `aui-key-addition:v1:${agent_id}:${kind}:${key_id}`)
  const more = kind === 'device' ? { scopes: ['feed:read', 'post:write'], ...terms } : terms
  return { kind, public_key_pem, proof, ...more }
}

/** A request that the device key signs, named by `key_id` (ENV-120). */
export function requestByDevice(
  http: HttpClient,
  agent: Identity,
  key: DeviceKey,
  [method, path, payload = {}]: readonly [string, string, Data?],
): RequestSpec {
  const envelope = envelopeFor(http, agent, method, path, { payload: JSON.stringify(payload) })
  const message = withKeyId(canonicalMessage(envelope), key.key_id)
  return carry(method, path, withSignature(message, signWithDevice(key, message)))
}

export const withKeyId = (message: string, keyId: string): string =>
  message.replace(',"sig_version"', `,"key_id":${JSON.stringify(keyId)},"sig_version"`)

export const callByDevice = (
  http: HttpClient,
  agent: Identity,
  key: DeviceKey,
  ...request: readonly [string, string, Data?]
): Promise<Reply> => http.send(requestByDevice(http, agent, key, request))

/** A JWT by a device key (TOKEN-70). */
export function assertionByDevice(key: DeviceKey, claims: object): string {
  const alg = key.privateKey.asymmetricKeyType === 'ed25519' ? 'EdDSA' : 'ES256'
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg, typ: 'JWT', kid: key.key_id })}.${part(claims)}`
  return `${text}.${signWithDevice(key, text)}`
}
