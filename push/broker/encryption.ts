import type { JsonWebKey } from 'node:crypto'
import { CompactEncrypt, importJWK } from 'jose'
import { stringifyJson } from './lossless-json.ts'

/** Whose task an encrypted payload belongs to: so it serves for no other. */
export interface PayloadOwner {
  broker_task_id: string
  provider_agent_id: string
}

/** As a compact JWE that the holder of the RSA key alone reads (BROKER-27); the key is that of a verified card. */
export async function encryptPayload(payload: object, jwk: object, owner: PayloadOwner): Promise<string> {
  const { kty, n, e, kid, alg } = jwk as JsonWebKey
  const algorithm = alg === undefined ? 'RSA-OAEP-256' : String(alg)
  const header = { alg: algorithm, enc: 'A256GCM', ...(kid === undefined ? {} : { kid: String(kid) }), ...owner }
  return await new CompactEncrypt(Buffer.from(stringifyJson(payload)))
    .setProtectedHeader(header)
    .encrypt(await importJWK({ kty: kty!, n: n!, e: e! }, algorithm))
}
