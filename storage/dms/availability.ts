import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface Availability {
  accepts_agent_dms: boolean
  accepts_human_dms: boolean
}

export function findAvailability(db: Queryable, agentId: string): Promise<Availability> {
  return db.one<Availability>(SQL`select accepts_agent_dms, accepts_human_dms from agent where id = ${agentId}`)
}

/** What is `undefined` stays. */
export function updateAvailability(
  db: Queryable,
  agentId: string,
  changes: { [Name in keyof Availability]?: boolean | undefined },
): Promise<Availability> {
  return db.one<Availability>(SQL`
    update agent set accepts_agent_dms = coalesce(${changes.accepts_agent_dms ?? null}::boolean, accepts_agent_dms),
      accepts_human_dms = coalesce(${changes.accepts_human_dms ?? null}::boolean, accepts_human_dms)
    where id = ${agentId} returning accepts_agent_dms, accepts_human_dms`)
}
