import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export type KeyPurpose = 'broker' | 'records'

export interface SigningKeyRow {
  /** The thumbprint by RFC 7638. */
  id: string
  public_jwk: Record<string, unknown>
  signs_from: string
  retired_at: string | null
  /** Until when it is published, if that is known yet. */
  ends_at: string | null
}

/** The text that a private key is sealed with, so that it opens nowhere else. */
export const signingKeyContext = (id: string): string => `signing_key ${id}`

/** The one that signs at this moment. */
export function findSigningKey(db: Queryable, purpose: KeyPurpose, at: Date) {
  return db.maybeOne<{ id: string; sealed: Buffer }>(SQL`
    select id, sealed from signing_key
    where purpose = ${purpose} and signs_from <= ${at} and (retired_at is null or retired_at > ${at})`)
}

/** The one after which there is no other yet, whether or not it signs by now. */
export function findLatestKey(db: Queryable, purpose: KeyPurpose) {
  return db.maybeOne<{ id: string; sealed: Buffer; signs_from: string }>(SQL`
    select id, sealed, signs_from from signing_key where purpose = ${purpose} and retired_at is null`)
}

/** Nobody else has a key follow another until the end of the transaction. */
export async function lockSigningKeys(db: Queryable): Promise<void> {
  await db.many(SQL`lock table signing_key in share row exclusive mode`)
}

/** Those that are published, the one that signs or will sign last ahead. */
export function listPublishedKeys(db: Queryable, purpose: KeyPurpose, at: Date) {
  return db.many<SigningKeyRow>(SQL`
    select id, public_jwk, signs_from, retired_at, ends_at from signing_key
    where purpose = ${purpose} and (ends_at is null or ends_at > ${at})
    order by signs_from desc, created_at desc, id`)
}

export interface NewSigningKey {
  id: string
  purpose: KeyPurpose
  public_jwk: object
  sealed: Buffer
  created_at: Date
  signs_from: Date
}

/** Nothing where the purpose has a key that is not retired. */
export async function insertSigningKey(db: Queryable, key: NewSigningKey): Promise<void> {
  const { id, purpose, public_jwk, sealed, created_at, signs_from } = key
  await db.many(SQL`
    insert into signing_key (id, purpose, public_jwk, sealed, created_at, signs_from)
    values (${id}, ${purpose}, ${JSON.stringify(public_jwk)}::text::jsonb, ${sealed}, ${created_at}, ${signs_from})
    on conflict do nothing`)
}

/** Has every key that would sign after `at` end there, and forgets the private parts of those that sign no more. */
export async function retireSigningKeys(
  db: Queryable,
  { purpose, at, ends_at, now }: { purpose: KeyPurpose; at: Date; ends_at: Date | null; now: Date },
): Promise<void> {
  await db.many(SQL`
    update signing_key set retired_at = ${at}, ends_at = ${ends_at}
    where purpose = ${purpose} and (retired_at is null or retired_at > ${at})`)
  await db.many(SQL`update signing_key set sealed = null where purpose = ${purpose} and retired_at <= ${now}`)
}
