import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { calculateJwkThumbprint, exportJWK } from 'jose'
import type { SigningKey } from '../../push/message-signature.ts'
import {
  findLatestKey,
  findSigningKey,
  insertSigningKey,
  type KeyPurpose,
  signingKeyContext,
} from '../../storage/broker/signing-keys.ts'
import type { Db, Queryable } from '../../storage/db/db.ts'
import { decrypt, encrypt } from '../../storage/secrets/encrypted-values.ts'
import type { SecretKeys } from '../../storage/secrets/secret-keys.ts'

export interface SigningKeyParts {
  db: Db
  secretKeys: SecretKeys
  clock(): number
}

/** A signing key has been published for minutes, so it does not matter if a process learns of it a second late. */
const FRESH_MS = 1_000
const OPENED = 4

/** Returns the current key of a purpose, as of at most a second ago. */
export function createSigningKeyStore(parts: SigningKeyParts): (purpose: KeyPurpose) => Promise<SigningKey> {
  const known = new Map<KeyPurpose, { key: Promise<SigningKey>; readAt: number }>()
  let opened: SigningKey[] = []

  async function read(purpose: KeyPurpose): Promise<SigningKey> {
    const { id, encrypted_private_key } = await requireSigningKey(parts, purpose)
    const stored = opened.find(key => key.id === id)
    if (stored) return stored
    const key = { id, privateKey: openPrivateKey(parts.secretKeys, id, encrypted_private_key) }
    opened = [key, ...opened].slice(0, OPENED)
    return key
  }

  return purpose => {
    const last = known.get(purpose)
    if (last && Math.abs(parts.clock() - last.readAt) < FRESH_MS) return last.key
    const now = { key: read(purpose), readAt: parts.clock() }
    now.key.catch(() => {
      if (known.get(purpose) === now) known.delete(purpose)
    })
    known.set(purpose, now)
    return now.key
  }
}

export const openPrivateKey = (keys: SecretKeys, id: string, encrypted: Buffer) =>
  createPrivateKey({ key: decrypt(keys, encrypted, signingKeyContext(id)), format: 'der', type: 'pkcs8' })

/** The current signing key; the first one is created on demand. */
export async function requireSigningKey({ db, secretKeys, clock }: SigningKeyParts, purpose: KeyPurpose) {
  const found = await findSigningKey(db, purpose, new Date(clock()))
  if (found) return found
  return await db.transaction(async tx => {
    const now = new Date(clock())
    await makeSigningKey(tx, secretKeys, { purpose, now, signs_from: now })
    // Perhaps created by another process, whose clock is slightly ahead.
    return (await findLatestKey(tx, purpose))!
  })
}

const generate = promisify(generateKeyPair)

/**
 * Ed25519; RSA for ID tokens, since sites that accept these need to support RS256 only (OPENID-3). `ed25519` is the name of
 * the same algorithm in message signatures.
 */
async function newKeyPair(purpose: KeyPurpose): Promise<{ privateKey: KeyObject; publicKey: KeyObject; alg: string }> {
  return purpose === 'identity'
    ? { ...(await generate('rsa', { modulusLength: 2048 })), alg: 'RS256' }
    : { ...(await generate('ed25519')), alg: purpose === 'requests' ? 'ed25519' : 'EdDSA' }
}

/** In a transaction, which locks the encryption key until it ends. */
export async function makeSigningKey(
  tx: Queryable,
  secretKeys: SecretKeys,
  { purpose, now, signs_from }: { purpose: KeyPurpose; now: Date; signs_from: Date },
): Promise<string> {
  const { publicKey, privateKey, alg } = await newKeyPair(purpose)
  const jwk = await exportJWK(publicKey)
  const id = await calculateJwkThumbprint(jwk)
  const private_key = privateKey.export({ format: 'der', type: 'pkcs8' })
  const encrypted = await encrypt(tx, secretKeys, private_key, signingKeyContext(id))
  const public_jwk = { ...jwk, kid: id, use: 'sig', alg }
  await insertSigningKey(tx, { id, purpose, public_jwk, encrypted_private_key: encrypted, created_at: now, signs_from })
  return id
}
