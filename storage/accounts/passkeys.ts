import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface NewPasskey {
  /** Of the credential, in base64url. */
  id: string
  person_id: string
  /** In hex. */
  public_key: string
  counter: number
  transports: readonly string[]
  name: string
  created_at: Date
}

/** `false` if the credential already belongs to somebody. */
export async function insertPasskey(db: Queryable, passkey: NewPasskey): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    insert into passkey (id, person_id, public_key, counter, transports, name, created_at)
    values (${passkey.id}, ${passkey.person_id}, decode(${passkey.public_key}, 'hex'), ${passkey.counter},
      ${passkey.transports}::text[], ${passkey.name}, ${passkey.created_at})
    on conflict (id) do nothing returning id`)
  return row !== undefined
}

export interface PasskeyRow {
  id: string
  person_id: string
  public_key: Buffer
  counter: number
  transports: string[]
  name: string
  created_at: string
  used_at: string | null
}

const COLUMNS = 'id, person_id, public_key, counter, transports, name, created_at, used_at'

/** The person that a passkey signs in. */
export function findPasskeyHolder(
  db: Queryable,
  id: string,
): Promise<{ person_id: string; email: string } | undefined> {
  return db.maybeOne(SQL`
    select k.person_id, p.email from passkey k join person p on p.id = k.person_id where k.id = ${id}`)
}

/** Locked until the transaction ends. */
export function lockPasskey(db: Queryable, id: string): Promise<PasskeyRow | undefined> {
  return db.maybeOne<PasskeyRow>(SQL`select `.append(COLUMNS).append(SQL` from passkey where id = ${id} for update`))
}

export function listPersonPasskeys(db: Queryable, personId: string): Promise<PasskeyRow[]> {
  return db.many<PasskeyRow>(
    SQL`select `.append(COLUMNS).append(SQL` from passkey where person_id = ${personId} order by created_at, id`),
  )
}

export async function usePasskey(db: Queryable, id: string, counter: number, now: Date): Promise<void> {
  await db.many(SQL`update passkey set counter = ${counter}, used_at = ${now} where id = ${id}`)
}

export async function deletePasskey(db: Queryable, personId: string, id: string): Promise<boolean> {
  const row = await db.maybeOne(SQL`delete from passkey where id = ${id} and person_id = ${personId} returning id`)
  return row !== undefined
}
