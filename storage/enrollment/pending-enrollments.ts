import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** An enrollment that waits for a passed challenge. */
export interface PendingEnrollment {
  handle: string
  challenge_id: string
  /** The requested values, as JSON. */
  new_agent: string
  /** Of the request, in hex. */
  request_sha256: string
  is_proven: boolean
  /** Of the invitation code, in hex. */
  code_digest: string | null
  began_at: Date
  held_until: Date
  expires_at: Date
}

type Row = Omit<PendingEnrollment, 'began_at' | 'held_until' | 'expires_at'> &
  Record<'began_at' | 'held_until' | 'expires_at', string>

/** The pending enrollment of a key, locked until the transaction ends. */
export async function lockPendingEnrollment(db: Queryable, identity: Buffer): Promise<PendingEnrollment | undefined> {
  const row = await db.maybeOne<Row>(SQL`
    select handle, challenge_id, new_agent, encode(request_sha256, 'hex') as request_sha256, is_proven,
      encode(code_digest, 'hex') as code_digest, began_at, held_until, expires_at
    from pending_enrollment where key_identity = ${identity} for update`)
  if (!row) return undefined
  const { began_at, held_until, expires_at, ...rest } = row
  return {
    ...rest,
    began_at: new Date(began_at),
    held_until: new Date(held_until),
    expires_at: new Date(expires_at),
  }
}

/** `false` if the key, or the handle, already has a pending enrollment. */
export async function insertPendingEnrollment(
  db: Queryable,
  identity: Buffer,
  pending: PendingEnrollment,
): Promise<boolean> {
  const rows = await db.many(SQL`
    insert into pending_enrollment (key_identity, handle, challenge_id, new_agent, request_sha256, is_proven,
      code_digest, began_at, held_until, expires_at)
    values (${identity}, ${pending.handle}, ${pending.challenge_id}, ${pending.new_agent},
      decode(${pending.request_sha256}, 'hex'), ${pending.is_proven}, decode(${pending.code_digest}, 'hex'),
      ${pending.began_at}, ${pending.held_until}, ${pending.expires_at})
    on conflict do nothing returning 1`)
  return rows.length > 0
}

/** Replaces the challenge of a locked one. */
export async function moveToChallenge(
  db: Queryable,
  identity: Buffer,
  next: Pick<PendingEnrollment, 'challenge_id' | 'held_until' | 'expires_at'>,
): Promise<void> {
  await db.many(SQL`
    update pending_enrollment set challenge_id = ${next.challenge_id},
      held_until = ${next.held_until}, expires_at = ${next.expires_at}
    where key_identity = ${identity}`)
}

export async function deletePendingEnrollment(db: Queryable, identity: Buffer): Promise<void> {
  await db.many(SQL`delete from pending_enrollment where key_identity = ${identity}`)
}

/** Releases a handle whose enrollment expired. */
export async function deleteExpiredEnrollments(db: Queryable, handle: string, now: Date): Promise<void> {
  await db.many(SQL`delete from pending_enrollment where handle = ${handle} and held_until <= ${now}`)
}

/** Whether a pending enrollment reserves the handle, for another key than that of `identity`. */
export async function isHandleHeld(db: Queryable, handle: string, now: Date, identity?: Buffer): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    select 1 from pending_enrollment where handle = ${handle} and held_until > ${now}
      and key_identity is distinct from ${identity ?? null}::bytea`)
  return row !== undefined
}

/** The same for an invitation code by its digest. */
export async function isCodeHeld(db: Queryable, digest: string, now: Date, identity: Buffer): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    select 1 from pending_enrollment where code_digest = decode(${digest}, 'hex') and held_until > ${now}
      and key_identity <> ${identity}`)
  return row !== undefined
}
