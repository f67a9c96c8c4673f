import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { CompactEncrypt, importJWK } from 'jose'

/** Whose task an encrypted payload belongs to: so it serves for no other. */
export interface PayloadOwner {
  broker_task_id: string
  provider_agent_id: string
}

/** As a compact JWE that the holder of the RSA key alone reads (BROKER-27); the key is one that `encryptionKeyFault` finds nothing in. */
export async function encryptPayload(payload: object, jwk: object, owner: PayloadOwner): Promise<string> {
  const { kty, n, e, kid, alg } = jwk as JsonWebKey
  const algorithm = alg === undefined ? 'RSA-OAEP-256' : String(alg)
  const header = { alg: algorithm, enc: 'A256GCM', ...(kid === undefined ? {} : { kid: String(kid) }), ...owner }
  return await new CompactEncrypt(Buffer.from(JSON.stringify(payload)))
    .setProtectedHeader(header)
    .encrypt(await importJWK({ kty: kty!, n: n!, e: e! }, algorithm))
}

const ALGORITHMS: unknown[] = [undefined, 'RSA-OAEP', 'RSA-OAEP-256']
const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']
const BITS = { min: 2_048, max: 8_192 }
const MAX_KID = 256

/** Why a declared key is none to encrypt payloads for, in our words; `signingKey` is that of the agent. */
export function encryptionKeyFault(jwk: unknown, signingKey: KeyObject): string | undefined {
  if (typeof jwk !== 'object' || jwk === null) return 'There is no jwk.'
  const { kty, use, alg, kid, e } = jwk as JsonWebKey
  if (PRIVATE.some(member => member in jwk))
    return 'The jwk has private members: this key is known to everybody by now.'
  if (kty !== 'RSA' || use !== 'enc') return 'The jwk is not an RSA key with use: enc.'
  if (!ALGORITHMS.includes(alg)) return 'The alg of the jwk is neither RSA-OAEP-256 nor RSA-OAEP.'
  if (kid !== undefined && (typeof kid !== 'string' || kid.length > MAX_KID))
    return 'The kid is no text of 256 characters.'
  if (e !== 'AQAB') return 'The exponent e is not 65537.'
  const key = readKey(jwk)
  const { modulusLength: bits = 0 } = key?.asymmetricKeyDetails ?? {}
  if (!key || bits < BITS.min || bits > BITS.max) return 'The modulus n is not one of 2048 to 8192 bits.'
  if (modulusOf(key) === modulusOf(signingKey))
    return "The jwk is the agent's signing key: encrypting takes another one."
  return undefined
}

function readKey(jwk: object): KeyObject | undefined {
  try {
    return createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' })
  } catch {
    return undefined
  }
}

const modulusOf = (key: KeyObject) => key.export({ format: 'jwk' }).n
