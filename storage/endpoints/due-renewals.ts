import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** A binding whose evidence is to be renewed. */
export interface DueRenewal {
  service_id: string
  agent_id: string
  card_url: string
  skill_id: string
  key_version: number
}

/** Due renewals that were requested since then, the most urgent first. */
export function findDueRenewals(
  db: Queryable,
  { requestedSince, now, limit }: { requestedSince: Date; now: Date; limit: number },
): Promise<DueRenewal[]> {
  return db.many<DueRenewal>(SQL`
    select s.id as service_id, s.owner_agent_id as agent_id, r.card_url, r.skill_id, r.key_version
    from endpoint_of_current_key(${now}) e
    join service_endpoint_revision r on r.service_id = e.service_id and r.binding_revision = e.verified_revision
    join service s on s.id = e.service_id and s.status = 'active'
    join agent_status t on t.agent_id = s.owner_agent_id and may_act(t.status)
    where e.asked_at > ${requestedSince} and e.due_at <= ${now}
    order by e.due_at limit ${limit}`)
}
