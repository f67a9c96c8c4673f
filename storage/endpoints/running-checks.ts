import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** A running check of a service's endpoint. */
export interface RunningCheck {
  service_id: string
  holder: string
  card_url: string
  skill_id: string
  key_version: number
}

/** Starts a check, unless one is running: then that one is returned. */
export async function beginCheck(
  db: Queryable,
  { service_id, holder, card_url, skill_id, key_version }: RunningCheck,
  { now, until }: { now: Date; until: Date },
): Promise<RunningCheck | undefined> {
  const begun = await db.maybeOne(SQL`
    insert into service_endpoint_check as c (service_id, holder, card_url, skill_id, key_version, leased_until)
    values (${service_id}, ${holder}, ${card_url}, ${skill_id}, ${key_version}, ${until})
    on conflict (service_id) do update set holder = excluded.holder, card_url = excluded.card_url,
      skill_id = excluded.skill_id, key_version = excluded.key_version, leased_until = excluded.leased_until
    where c.leased_until <= ${now}
    returning 1`)
  if (begun) return undefined
  const other = await db.maybeOne<RunningCheck>(SQL`
    select service_id, holder, card_url, skill_id, key_version from service_endpoint_check
    where service_id = ${service_id}`)
  // It ended in the meantime.
  return other ?? (await beginCheck(db, { service_id, holder, card_url, skill_id, key_version }, { now, until }))
}

export async function isCheckRunning(db: Queryable, { service_id, holder }: RunningCheck, now: Date): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    select 1 from service_endpoint_check
    where service_id = ${service_id} and holder = ${holder} and leased_until > ${now}`)
  return row !== undefined
}

/** `false`: it was considered dead, and another one may have started. */
export async function endCheck(db: Queryable, { service_id, holder }: Pick<RunningCheck, 'service_id' | 'holder'>) {
  const row = await db.maybeOne(SQL`
    delete from service_endpoint_check where service_id = ${service_id} and holder = ${holder} returning 1`)
  return row !== undefined
}

/** The attempt that a check belonged to, while it is the newest. */
export async function findCheckedRevision(
  db: Queryable,
  { service_id, holder }: Pick<RunningCheck, 'service_id' | 'holder'>,
): Promise<number | undefined> {
  const row = await db.maybeOne<{ checked_revision: number }>(SQL`
    select checked_revision from service_endpoint where service_id = ${service_id} and checked_by = ${holder}`)
  return row?.checked_revision
}
