import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** `identity`: ID tokens of OpenID Connect; `requests`: requests to others. */
export type KeyPurpose = 'broker' | 'records' | 'log' | 'identity' | 'requests'

export interface SigningKeyRow {
  /** The RFC 7638 thumbprint. */
  id: string
  public_jwk: Record<string, unknown>
  /** The private key; `null` once it was deleted. */
  encrypted_private_key: Buffer | null
  signs_from: string
  retired_at: string | null
  /** Until when it is published, if known. */
  ends_at: string | null
}

/** The context for encrypting a private key, so that it cannot be decrypted elsewhere. */
export const signingKeyContext = (id: string): string => `signing_key ${id}`

/** The current signing key. */
export function findSigningKey(db: Queryable, purpose: KeyPurpose, at: Date) {
  return db.maybeOne<{ id: string; encrypted_private_key: Buffer }>(SQL`
    select id, encrypted_private_key from signing_key
    where purpose = ${purpose} and signs_from <= ${at} and (retired_at is null or retired_at > ${at})`)
}

/** The newest key, whether or not it is in use yet. */
export function findLatestKey(db: Queryable, purpose: KeyPurpose) {
  return db.maybeOne<{ id: string; encrypted_private_key: Buffer; signs_from: string }>(SQL`
    select id, encrypted_private_key, signs_from from signing_key where purpose = ${purpose} and retired_at is null`)
}

/** Locks rotation until the end of the transaction. */
export async function lockSigningKeys(db: Queryable): Promise<void> {
  await db.many(SQL`lock table signing_key in share row exclusive mode`)
}

/** The published keys, the current or next signing key first. */
export function listPublishedKeys(db: Queryable, purpose: KeyPurpose, at: Date) {
  return db.many<SigningKeyRow>(SQL`
    select id, public_jwk, encrypted_private_key, signs_from, retired_at, ends_at from signing_key
    where purpose = ${purpose} and (ends_at is null or ends_at > ${at})
    order by signs_from desc, created_at desc, id`)
}

export interface NewSigningKey {
  id: string
  purpose: KeyPurpose
  public_jwk: object
  encrypted_private_key: Buffer
  created_at: Date
  signs_from: Date
}

/** Does nothing if the purpose has a key that is not retired. */
export async function insertSigningKey(db: Queryable, key: NewSigningKey): Promise<void> {
  const { id, purpose, public_jwk, encrypted_private_key, created_at, signs_from } = key
  await db.many(SQL`
    insert into signing_key (id, purpose, public_jwk, encrypted_private_key, created_at, signs_from)
    values (${id}, ${purpose}, ${JSON.stringify(public_jwk)}::text::jsonb, ${encrypted_private_key}, ${created_at}, ${signs_from})
    on conflict do nothing`)
}

/** Ends every key at `at` that would sign after it, and deletes the private parts of retired ones. */
export async function retireSigningKeys(
  db: Queryable,
  { purpose, at, ends_at, now }: { purpose: KeyPurpose; at: Date; ends_at: Date | null; now: Date },
): Promise<void> {
  await db.many(SQL`
    update signing_key set retired_at = ${at}, ends_at = ${ends_at}
    where purpose = ${purpose} and (retired_at is null or retired_at > ${at})`)
  await db.many(
    SQL`update signing_key set encrypted_private_key = null where purpose = ${purpose} and retired_at <= ${now}`,
  )
}
