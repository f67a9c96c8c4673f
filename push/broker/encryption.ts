import type { JsonWebKey } from 'node:crypto'
import { CompactEncrypt, importJWK } from 'jose'
import { stringifyJson } from './lossless-json.ts'

/** The task that an encrypted payload is bound to, so that it cannot be reused for another. */
export interface PayloadOwner {
  broker_task_id: string
  provider_agent_id: string
}

/** A compact JWE that only the holder of the RSA key can decrypt (BROKER-27); the key is from a verified card. */
export async function encryptPayload(payload: object, jwk: object, owner: PayloadOwner): Promise<string> {
  const { kty, n, e, kid, alg } = jwk as JsonWebKey
  const algorithm = alg === undefined ? 'RSA-OAEP-256' : String(alg)
  const header = { alg: algorithm, enc: 'A256GCM', ...(kid === undefined ? {} : { kid: String(kid) }), ...owner }
  return await new CompactEncrypt(Buffer.from(stringifyJson(payload)))
    .setProtectedHeader(header)
    .encrypt(await importJWK({ kty: kty!, n: n!, e: e! }, algorithm))
}
