import { CompactEncrypt, importJWK } from 'jose'

/** Whose task an encrypted payload belongs to: so it serves for no other. */
export interface PayloadOwner {
  broker_task_id: string
  provider_agent_id: string
}

/** As a compact JWE that the holder of the RSA key alone reads; the key is one that `judgeEncryptionKey` takes. */
export async function encryptPayload(payload: object, jwk: object, owner: PayloadOwner): Promise<string> {
  const { kid, alg } = jwk as { kid?: string; alg?: string }
  const key = await importJWK({ ...jwk, use: 'enc' }, algorithmOf(alg))
  return await new CompactEncrypt(Buffer.from(JSON.stringify(payload)))
    .setProtectedHeader({ alg: algorithmOf(alg), enc: 'A256GCM', ...(kid === undefined ? {} : { kid }), ...owner })
    .encrypt(key)
}

const algorithmOf = (named: string | undefined): 'RSA-OAEP' | 'RSA-OAEP-256' =>
  named === 'RSA-OAEP' ? 'RSA-OAEP' : 'RSA-OAEP-256'
