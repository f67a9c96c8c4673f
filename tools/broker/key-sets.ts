import { type KeyPurpose, listPublishedKeys, type SigningKeyRow } from '../../storage/broker/signing-keys.ts'
import { MINUTE } from '../core/durations.ts'
import { requireSigningKey, type SigningKeyParts } from './key-store.ts'

/** How long clients may cache the key set. */
export const CACHE_SECONDS = 300

/** A new key is published this long before it signs (BROKER-10), so that cached key sets have expired. */
export const SIGNS_AFTER_MS = 10 * MINUTE
/** The previous key stays published this long: its last signatures are valid for a minute. */
export const RETIRED_AFTER_MS = 10 * MINUTE

export interface KeySet {
  keys: Record<string, unknown>[]
}

/** The published keys, regardless of the process that created them. */
export async function publishedKeys(parts: SigningKeyParts, purpose: KeyPurpose): Promise<SigningKeyRow[]> {
  await requireSigningKey(parts, purpose)
  return await listPublishedKeys(parts.db, purpose, new Date(parts.clock()))
}

export async function publishedKeySet(parts: SigningKeyParts, purpose: KeyPurpose): Promise<KeySet> {
  return { keys: (await publishedKeys(parts, purpose)).map(({ public_jwk }) => public_jwk) }
}
