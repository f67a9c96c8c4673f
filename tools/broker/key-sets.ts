import { type KeyPurpose, listPublishedKeys } from '../../storage/broker/signing-keys.ts'
import { MINUTE } from '../core/durations.ts'
import { requireSigningKey, type SigningKeyParts } from './key-store.ts'

/** For how long others may keep what is published. */
export const CACHE_SECONDS = 300

/** A new key is published for so long before it signs (BROKER-10): whoever kept the keys without it has asked again. */
export const SIGNS_AFTER_MS = 10 * MINUTE
/** And the one before it for so long after: what it signed last lives for a minute. */
export const RETIRED_AFTER_MS = 10 * MINUTE

export interface KeySet {
  keys: Record<string, unknown>[]
}

/** What is published of the keys, whichever process made them. */
export async function publishedKeySet(parts: SigningKeyParts, purpose: KeyPurpose): Promise<KeySet> {
  await requireSigningKey(parts, purpose)
  const rows = await listPublishedKeys(parts.db, purpose, new Date(parts.clock()))
  return { keys: rows.map(({ public_jwk }) => public_jwk) }
}
