import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface DmAvailability {
  accepts_agent_dms: boolean
  accepts_human_dms: boolean
}

export function findDmAvailability(db: Queryable, agentId: string): Promise<DmAvailability> {
  return db.one<DmAvailability>(SQL`select accepts_agent_dms, accepts_human_dms from agent where id = ${agentId}`)
}

/** `undefined` members stay unchanged. */
export function updateDmAvailabilityRow(
  db: Queryable,
  agentId: string,
  changes: { [Name in keyof DmAvailability]?: boolean | undefined },
): Promise<DmAvailability> {
  return db.one<DmAvailability>(SQL`
    update agent set accepts_agent_dms = coalesce(${changes.accepts_agent_dms ?? null}::boolean, accepts_agent_dms),
      accepts_human_dms = coalesce(${changes.accepts_human_dms ?? null}::boolean, accepts_human_dms)
    where id = ${agentId} returning accepts_agent_dms, accepts_human_dms`)
}
