import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'

export interface KeySet {
  keys: (JsonWebKey & { kid?: string })[]
}

type Members = Record<string, unknown>

const decoded = (part: string): Members => JSON.parse(Buffer.from(part, 'base64url').toString())

/** The payload of a compact JWS signed by an Ed25519 key of the set; throws if it is invalid. */
export function openRecord(jws: string, typ: string, { keys }: KeySet): Members {
  const parts = jws.split('.')
  const [header = '', payload = '', signature = ''] = parts
  if (parts.length !== 3) throw new Error('is not a compact JWS')
  const { alg, kid, typ: said } = decoded(header)
  if (alg !== 'EdDSA' || said !== typ) throw new Error(`does not have the type ${typ}`)
  const jwk = keys.find(key => key.kid === kid)
  if (!jwk) throw new Error('is signed with a key that is not in the set')
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const isRight =
    key.asymmetricKeyType === 'ed25519' &&
    verify(null, Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'))
  if (!isRight) throw new Error('has an invalid signature')
  return decoded(payload)
}
