import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface DmAvailability {
  accepts_agent_dms: boolean
  accepts_human_dms: boolean
  shares_delivery: 'none' | 'delivered' | 'all'
  delivery_events: boolean
}

export function findDmAvailability(db: Queryable, agentId: string): Promise<DmAvailability> {
  return db.one<DmAvailability>(SQL`
    select a.accepts_agent_dms, a.accepts_human_dms, coalesce(d.shares_delivery, 'all') as shares_delivery,
      coalesce(d.delivery_events, false) as delivery_events
    from agent a left join delivery_setting d on d.agent_id = a.id where a.id = ${agentId}`)
}

/** `undefined` members stay unchanged. */
export async function updateDmAvailabilityRow(
  db: Queryable,
  agentId: string,
  changes: { [Name in keyof DmAvailability]?: DmAvailability[Name] | undefined },
): Promise<DmAvailability> {
  const { shares_delivery, delivery_events } = changes
  await db.many(SQL`
    update agent set accepts_agent_dms = coalesce(${changes.accepts_agent_dms ?? null}::boolean, accepts_agent_dms),
      accepts_human_dms = coalesce(${changes.accepts_human_dms ?? null}::boolean, accepts_human_dms)
    where id = ${agentId}`)
  if (shares_delivery !== undefined || delivery_events !== undefined)
    await db.many(SQL`
      insert into delivery_setting as d (agent_id, shares_delivery, delivery_events)
      values (${agentId}, ${shares_delivery ?? 'all'}, ${delivery_events ?? false})
      on conflict (agent_id) do update set
        shares_delivery = coalesce(${shares_delivery ?? null}::text, d.shares_delivery),
        delivery_events = coalesce(${delivery_events ?? null}::boolean, d.delivery_events)`)
  return await findDmAvailability(db, agentId)
}
