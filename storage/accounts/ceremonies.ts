import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface NewCeremony {
  /** In hex. */
  holder: string
  /** Null for a sign-in, where the passkey identifies the person. */
  person_id: string | null
  network: string
  challenge: string
  created_at: Date
  expires_at: Date
}

interface Bounds {
  /** Of one network, with the holder's earlier ones. */
  ofNetwork: number
  ofAll: number
}

/** A browser has one ceremony at a time; beyond the limits the oldest are removed, those of its network first. */
export async function putCeremony(db: Queryable, ceremony: NewCeremony, { ofNetwork, ofAll }: Bounds): Promise<void> {
  await db.many(SQL`
    delete from passkey_ceremony where holder in (
      select holder from passkey_ceremony where network = ${ceremony.network} order by created_at desc offset ${ofNetwork - 1})`)
  await db.many(SQL`
    delete from passkey_ceremony where holder in (
      select holder from passkey_ceremony order by created_at desc offset ${ofAll - 1})`)
  await db.many(SQL`
    insert into passkey_ceremony (holder, person_id, network, challenge, created_at, expires_at)
    values (decode(${ceremony.holder}, 'hex'), ${ceremony.person_id}, ${ceremony.network}, ${ceremony.challenge}, ${ceremony.created_at},
      ${ceremony.expires_at})
    on conflict (holder) do update set person_id = excluded.person_id, network = excluded.network,
      challenge = excluded.challenge, created_at = excluded.created_at, expires_at = excluded.expires_at`)
}

/** Returns the challenge of the ceremony, and ends it. */
export async function takeCeremony(
  db: Queryable,
  { holder, person_id }: Pick<NewCeremony, 'holder' | 'person_id'>,
  now: Date,
): Promise<string | undefined> {
  const row = await db.maybeOne<{ challenge: string }>(SQL`
    delete from passkey_ceremony
    where holder = decode(${holder}, 'hex') and person_id is not distinct from ${person_id}::uuid and expires_at > ${now}
    returning challenge`)
  return row?.challenge
}
