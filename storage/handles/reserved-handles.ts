import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface NewReservedHandleRequest {
  id: string
  user_id: string
  handle: string
  name: string
  public_key_pem: string
  evidence: string
  created_at: Date
}

export type ReservedHandleStatus = 'pending' | 'approved' | 'rejected'

export interface ReservedHandleRow extends Omit<NewReservedHandleRequest, 'created_at'> {
  status: ReservedHandleStatus
  created_at: string
  resolved_at: string | null
}

/** `false` if the same person has a pending request for the handle. */
export async function insertReservedHandleRequest(db: Queryable, request: NewReservedHandleRequest): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    insert into reserved_handle_request (id, user_id, handle, name, public_key_pem, evidence, status, created_at)
    values (${request.id}, ${request.user_id}, ${request.handle}, ${request.name}, ${request.public_key_pem},
      ${request.evidence}, 'pending', ${request.created_at})
    on conflict (user_id, handle) where status = 'pending' do nothing returning id`)
  return row !== undefined
}

/** Requests with that status, newest first, older than `before`. */
export function findReservedHandleRequests(
  db: Queryable,
  status: ReservedHandleStatus,
  before: string,
  limit: number,
): Promise<ReservedHandleRow[]> {
  return db.many<ReservedHandleRow>(SQL`
    select id, user_id, handle, name, public_key_pem, evidence, status, created_at, resolved_at
    from reserved_handle_request where status = ${status} and id < ${before} order by id desc limit ${limit}`)
}

/** Resolves a pending request; `undefined` if there is none. */
export function resolveReservedHandleRequest(
  db: Queryable,
  id: string,
  status: 'approved' | 'rejected',
  now: Date,
): Promise<ReservedHandleRow | undefined> {
  return db.maybeOne<ReservedHandleRow>(SQL`
    update reserved_handle_request set status = ${status}, resolved_at = ${now}
    where id = ${id} and status = 'pending'
    returning id, user_id, handle, name, public_key_pem, evidence, status, created_at, resolved_at`)
}

const COLUMNS = 'select id, user_id, handle, name, public_key_pem, evidence, status, created_at, resolved_at'

export function findReservedHandleRequest(db: Queryable, id: string): Promise<ReservedHandleRow | undefined> {
  return db.maybeOne<ReservedHandleRow>(
    SQL``.append(COLUMNS).append(SQL` from reserved_handle_request where id = ${id}`),
  )
}

/** Other requests for the same handle, or by the same person, newest first. */
export function findRelatedRequests(
  db: Queryable,
  { id, handle, user_id }: Pick<ReservedHandleRow, 'id' | 'handle' | 'user_id'>,
  limit: number,
): Promise<ReservedHandleRow[]> {
  return db.many<ReservedHandleRow>(
    SQL``.append(COLUMNS).append(SQL` from reserved_handle_request
    where (handle = ${handle} or user_id = ${user_id}) and id <> ${id} order by id desc limit ${limit}`),
  )
}

/** The requests of a person, newest first. */
export function listHandleRequestsOfPerson(db: Queryable, userId: string, limit: number): Promise<ReservedHandleRow[]> {
  return db.many<ReservedHandleRow>(
    SQL``
      .append(COLUMNS)
      .append(SQL` from reserved_handle_request where user_id = ${userId} order by id desc limit ${limit}`),
  )
}
