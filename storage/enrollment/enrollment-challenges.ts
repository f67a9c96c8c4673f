import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** The tasks of one enrollment attempt. */
export interface EnrollmentChallenge {
  id: string
  key_identity: Buffer
  key_pem: string
  attempt: number
  version: number
  /** Tasks and their expected answers, as JSON. */
  made: string
  /** The enrollment that it belongs to, in hex. */
  request_sha256: string
  opens_at: Date
  closes_at: Date
  expires_at: Date
}

export async function insertEnrollmentChallenge(db: Queryable, challenge: EnrollmentChallenge): Promise<void> {
  await db.many(SQL`
    insert into enrollment_challenge (id, key_identity, key_pem, attempt, version, made, request_sha256,
      opens_at, closes_at, expires_at)
    values (${challenge.id}, ${challenge.key_identity}, ${challenge.key_pem}, ${challenge.attempt}, ${challenge.version},
      ${challenge.made}, decode(${challenge.request_sha256}, 'hex'), ${challenge.opens_at}, ${challenge.closes_at}, ${challenge.expires_at})`)
}

type Row = Omit<EnrollmentChallenge, 'opens_at' | 'closes_at' | 'expires_at'> &
  Record<'opens_at' | 'closes_at' | 'expires_at', string>

export async function findEnrollmentChallenge(
  db: Queryable,
  id: string,
  now: Date,
): Promise<EnrollmentChallenge | undefined> {
  const row = await db.maybeOne<Row>(SQL`
    select id, key_identity, key_pem, attempt, version, made,
      encode(request_sha256, 'hex') as request_sha256, opens_at, closes_at, expires_at
    from enrollment_challenge where id = ${id} and expires_at > ${now}`)
  if (!row) return undefined
  const { opens_at, closes_at, expires_at, ...rest } = row
  return { ...rest, opens_at: new Date(opens_at), closes_at: new Date(closes_at), expires_at: new Date(expires_at) }
}
