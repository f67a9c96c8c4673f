import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import type { NewKey } from './agent-keys.ts'

/** How a recovery ended: it was completed, or who or what cancelled it. */
export type RecoveryOutcome = 'completed' | 'agent' | 'rotation' | 'owner' | 'operator' | 'disabled' | 'ownership'

/** Who started a recovery: the owner of the agent, or the holder of its recovery key. */
export type RecoveryStarter = 'owner' | 'recovery_key'

export interface RecoveryRow {
  id: string
  agent_id: string
  started_by: RecoveryStarter
  /** The owner at its start. Null: there was none, or that person was deleted. */
  owner_id: string | null
  fingerprint: string
  former_fingerprint: string
  started_at: string
  completes_at: string
  ended_at: string | null
  outcome: RecoveryOutcome | null
}

const COLUMNS = `r.id, r.agent_id, r.started_by, r.owner_id, r.fingerprint, r.former_fingerprint, r.started_at, r.completes_at,
  r.ended_at, r.outcome`

/** The version of the new key; no agent signs with it yet. */
const WAITING: Readonly<Record<RecoveryStarter, number>> = { owner: 0, recovery_key: -1 }

/** SQL: the version of the new key of a recovery. */
export const waitingVersion = (recovery: string): string =>
  `case ${recovery}.started_by when 'owner' then 0 else -1 end`

export type WaitingKey = Pick<NewKey, 'identity' | 'fingerprint' | 'pem' | 'pkcs1'>

/** Reserves a key for a recovery of an agent without such a pending one; `false` if it is already registered. */
export async function storeWaitingKey(
  db: Queryable,
  { agent_id, started_by }: Pick<RecoveryRow, 'agent_id' | 'started_by'>,
  key: WaitingKey,
  now: Date,
): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    insert into agent_key (agent_id, version, identity, fingerprint, pem, pkcs1, created_at)
    select ${agent_id}, ${WAITING[started_by]}, ${key.identity}, ${key.fingerprint}, ${key.pem}, ${key.pkcs1}, ${now}
    where not exists (select from secondary_key x where x.fingerprint = ${key.fingerprint})
    on conflict on constraint agent_key_identity_unique do nothing returning agent_id`)
  return row !== undefined
}

export type NewRecovery = Pick<
  RecoveryRow,
  'id' | 'agent_id' | 'started_by' | 'owner_id' | 'fingerprint' | 'former_fingerprint'
> & {
  started_at: Date
  completes_at: Date
}

/** For an agent whose status row the transaction has locked for update. */
export async function insertRecovery(db: Queryable, recovery: NewRecovery): Promise<void> {
  await db.many(SQL`
    with started as (
      insert into key_recovery (id, agent_id, started_by, owner_id, fingerprint, former_fingerprint, started_at, completes_at)
      values (${recovery.id}, ${recovery.agent_id}, ${recovery.started_by}, ${recovery.owner_id},
        ${recovery.fingerprint}, ${recovery.former_fingerprint}, ${recovery.started_at}, ${recovery.completes_at})
      returning agent_id, completes_at
    )
    update agent_status s set key_ends_at = least(s.key_ends_at, t.completes_at) from started t where s.agent_id = t.agent_id`)
}

/** The newest recovery of an agent that was started by one of these, pending or ended. */
export function findLastRecovery(
  db: Queryable,
  agentId: string,
  started_by: RecoveryStarter = 'owner',
): Promise<RecoveryRow | undefined> {
  return db.maybeOne<RecoveryRow>(
    SQL`select `
      .append(COLUMNS)
      .append(
        SQL` from key_recovery r where r.agent_id = ${agentId} and r.started_by = ${started_by} order by r.id desc limit 1`,
      ),
  )
}

/** The pending recoveries of an agent, the next to complete first. */
export function findPendingRecoveries(db: Queryable, agentId: string): Promise<RecoveryRow[]> {
  return db.many<RecoveryRow>(
    SQL`select `
      .append(COLUMNS)
      .append(
        SQL` from key_recovery r where r.agent_id = ${agentId} and r.ended_at is null order by r.completes_at, r.id`,
      ),
  )
}

/**
 * Ends a pending recovery of an agent whose status row the transaction has locked for update. The caller installs or
 * frees the new key.
 */
export function endRunningRecovery(
  db: Queryable,
  { id, started_by }: Pick<RecoveryRow, 'id' | 'started_by'>,
  { outcome, at }: { outcome: RecoveryOutcome; at: Date },
): Promise<(RecoveryRow & WaitingKey) | undefined> {
  return db.maybeOne(
    SQL`
      with ended as (
        update key_recovery set ended_at = ${at}, outcome = ${outcome}
        where id = ${id} and ended_at is null returning *
      ), moved as (
        update agent_status s set key_ends_at = (
            select min(o.completes_at) from key_recovery o
            where o.agent_id = s.agent_id and o.ended_at is null and o.id <> e.id),
          key_recovered_at = case when ${outcome === 'completed'} then e.ended_at else s.key_recovered_at end
        from ended e where s.agent_id = e.agent_id
      ), taken as (
        delete from agent_key k using ended e where k.agent_id = e.agent_id and k.version = ${WAITING[started_by]}
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
    group by agent_id order by min(completes_at) limit ${limit}`)
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
 * Whether a token proves that its agent had its key since then: it was issued for an assertion that
 * its primary key signed, not granted to a client.
 */
export async function isTokenOfKeySince(db: Queryable, digest: string, since: string): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    select 1 from access_token where digest = ${digest} and grant_id is null and device_key is null and created_at >= ${since}`)
  return row !== undefined
}
