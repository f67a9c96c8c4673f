import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { TestKey } from './test-signing.ts'

const fromPrivate = (privateKey: KeyObject): TestKey => {
  const publicKey = createPublicKey(privateKey)
  return { privateKey, publicKey, pem: String(publicKey.export({ type: 'spki', format: 'pem' })) }
}

export const newEd25519Key = (): TestKey => fromPrivate(generateKeyPairSync('ed25519').privateKey)

export const newP256Key = (): TestKey => fromPrivate(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)

/** Signs with Ed25519, or with ES256 as r followed by s; base64url. */
export function signWithCurve({ privateKey }: TestKey, message: string): string {
  const isEd25519 = privateKey.asymmetricKeyType === 'ed25519'
  const key = isEd25519 ? { key: privateKey } : { key: privateKey, dsaEncoding: 'ieee-p1363' as const }
  return sign(isEd25519 ? null : 'sha256', Buffer.from(message), key).toString('base64url')
}
