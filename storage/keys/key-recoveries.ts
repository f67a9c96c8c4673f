import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import type { NewKey } from './agent-keys.ts'

/** How a recovery ended: it was completed, or who or what cancelled it. */
export type RecoveryOutcome = 'completed' | 'agent' | 'rotation' | 'owner' | 'operator' | 'disabled' | 'ownership'

export interface RecoveryRow {
  id: string
  agent_id: string
  /** Null: that person was deleted. */
  owner_id: string | null
  fingerprint: string
  former_fingerprint: string
  started_at: string
  completes_at: string
  ended_at: string | null
  outcome: RecoveryOutcome | null
}

const COLUMNS = `r.id, r.agent_id, r.owner_id, r.fingerprint, r.former_fingerprint, r.started_at, r.completes_at,
  r.ended_at, r.outcome`

/** The version of the new key; no agent signs with it yet. */
const WAITING = 0

export type WaitingKey = Pick<NewKey, 'identity' | 'fingerprint' | 'pem' | 'pkcs1'>

/** Reserves a key for a recovery of an agent without a pending one; `false` if it is already registered. */
export async function storeWaitingKey(db: Queryable, agentId: string, key: WaitingKey, now: Date): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    insert into agent_key (agent_id, version, identity, fingerprint, pem, pkcs1, created_at)
    values (${agentId}, ${WAITING}, ${key.identity}, ${key.fingerprint}, ${key.pem}, ${key.pkcs1}, ${now})
    on conflict on constraint agent_key_identity_unique do nothing returning agent_id`)
  return row !== undefined
}

export type NewRecovery = Pick<RecoveryRow, 'id' | 'agent_id' | 'fingerprint' | 'former_fingerprint'> & {
  owner_id: string
  started_at: Date
  completes_at: Date
}

/** For an agent whose status row the transaction has locked for update. */
export async function insertRecovery(db: Queryable, recovery: NewRecovery): Promise<void> {
  await db.many(SQL`
    with started as (
      insert into key_recovery (id, agent_id, owner_id, fingerprint, former_fingerprint, started_at, completes_at)
      values (${recovery.id}, ${recovery.agent_id}, ${recovery.owner_id}, ${recovery.fingerprint},
        ${recovery.former_fingerprint}, ${recovery.started_at}, ${recovery.completes_at})
      returning agent_id, completes_at
    )
    update agent_status s set key_ends_at = t.completes_at from started t where s.agent_id = t.agent_id`)
}

/** The newest recovery of an agent, pending or ended. */
export function findLastRecovery(db: Queryable, agentId: string): Promise<RecoveryRow | undefined> {
  return db.maybeOne<RecoveryRow>(
    SQL`select `
      .append(COLUMNS)
      .append(SQL` from key_recovery r where r.agent_id = ${agentId} order by r.id desc limit 1`),
  )
}

/**
 * Ends the pending recovery of an agent whose status row the transaction has locked for update; `undefined` if there is
 * none. The caller installs or frees the new key.
 */
export function endRunningRecovery(
  db: Queryable,
  agentId: string,
  { outcome, at }: { outcome: RecoveryOutcome; at: Date },
): Promise<(RecoveryRow & WaitingKey) | undefined> {
  return db.maybeOne(
    SQL`
      with ended as (
        update key_recovery set ended_at = ${at}, outcome = ${outcome}
        where agent_id = ${agentId} and ended_at is null returning *
      ), moved as (
        update agent_status s set key_ends_at = null,
          key_recovered_at = case when ${outcome === 'completed'} then e.ended_at else s.key_recovered_at end
        from ended e where s.agent_id = e.agent_id
      ), taken as (
        delete from agent_key k using ended e where k.agent_id = e.agent_id and k.version = ${WAITING}
        returning k.identity, k.fingerprint, k.pem, k.pkcs1
      )
      select `
      .append(COLUMNS)
      .append(', k.identity, k.pem, k.pkcs1 from ended r cross join taken k'),
  )
}

/** Agents with a due recovery, longest overdue first. */
export function findDueRecoveries(db: Queryable, now: Date, limit: number): Promise<{ agent_id: string }[]> {
  return db.many(SQL`
    select agent_id from key_recovery where ended_at is null and completes_at <= ${now}
    order by completes_at limit ${limit}`)
}

export interface ListedRecovery extends RecoveryRow {
  handle: string
  owner_email: string | null
}

/** Recoveries of all agents, newest first, older than `before`: pending ones, or all. */
export function listRecoveries(
  db: Queryable,
  { before, isRunning, now, limit }: { before: string; isRunning: boolean; now: Date; limit: number },
): Promise<ListedRecovery[]> {
  return db.many<ListedRecovery>(
    SQL`select `.append(COLUMNS).append(SQL`, a.handle, p.email as owner_email
      from key_recovery r join agent a on a.id = r.agent_id left join person p on p.id = r.owner_id
      where r.id < ${before} and (not ${isRunning} or (r.ended_at is null and r.completes_at > ${now}))
      order by r.id desc limit ${limit}`),
  )
}

/**
 * Whether a token proves that its agent had its key since then: it was issued for an assertion, not granted to a
 * client.
 */
export async function isTokenOfKeySince(db: Queryable, digest: string, since: string): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    select 1 from access_token where digest = ${digest} and grant_id is null and created_at >= ${since}`)
  return row !== undefined
}
