import { SQL } from 'sql-template-strings'
import { AGENT_STATUS, statusNumbers, WRITER_STATUSES } from '../agents/status-locks.ts'
import type { Queryable } from '../db/db.ts'

interface OffenderQuery {
  now: Date
  /** Start of the period that counts. */
  since: Date
  limit: number
  /** This one only. */
  agent_id?: string
}

interface Found {
  agent_id: string
}

/**
 * Active agents with at least `removals` that became final in the period. Each removal counts for one restriction:
 * those final at the last restriction do not count again.
 */
export function findOffenders(db: Queryable, { now, since, limit, agent_id }: OffenderQuery, removals: number) {
  return db.many<Found>(SQL`
    select r.agent_id from removal r join agent_status s on s.agent_id = r.agent_id
    where r.status_since > ${since} and r.status_since <= ${now}
      and s.status = any(${statusNumbers(WRITER_STATUSES)}::smallint[])
      and (${agent_id ?? null}::uuid is null or r.agent_id = ${agent_id ?? null}::uuid)
      and not exists (
        select from status_change c where c.agent_id = r.agent_id and c.cause = 'moderation'
          and c.to_status = ${AGENT_STATUS.restricted} and c.created_at >= r.status_since)
    group by r.agent_id having count(*) >= ${removals} limit ${limit}`)
}

/** Agents that moderation restricted before the period, without a final removal in it. */
export function findExpiredOffenders(db: Queryable, { now, since, limit, agent_id }: OffenderQuery) {
  return db.many<Found>(SQL`
    select c.agent_id from status_change c join agent_status s on s.agent_id = c.agent_id
    where c.cause = 'moderation' and c.to_status = ${AGENT_STATUS.restricted} and c.created_at <= ${since}
      and s.status = ${AGENT_STATUS.restricted}
      and (${agent_id ?? null}::uuid is null or c.agent_id = ${agent_id ?? null}::uuid)
      and not exists (select from status_change l where l.agent_id = c.agent_id and l.id > c.id)
      and not exists (
        select from removal r where r.agent_id = c.agent_id and r.status_since > ${since} and r.status_since <= ${now})
    limit ${limit}`)
}
