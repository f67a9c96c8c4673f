import { SQL } from 'sql-template-strings'
import type { BatchStatement } from './batch.ts'

export interface CurrentKeyRow {
  agent_id: string
  handle: string
  key_version: number
  key_fingerprint: string
  pkcs1: Buffer
}

/** The current key of each agent; `undefined` where there is no such agent. */
export const findCurrentKeys: BatchStatement<string, CurrentKeyRow | undefined> = {
  name: 'find_current_keys',
  max: 64,
  async run(db, agentIds) {
    const rows = await db.many<CurrentKeyRow>(SQL`
      select a.id as agent_id, a.handle, s.key_version, k.fingerprint as key_fingerprint, k.pkcs1
      from unnest(${agentIds}::uuid[]) as wanted (agent_id)
      join agent_standing s on s.agent_id = wanted.agent_id
      join agent a on a.id = s.agent_id
      join agent_key k on k.agent_id = s.agent_id and k.version = s.key_version`)
    const byAgent = new Map(rows.map(row => [row.agent_id, row]))
    return agentIds.map(id => byAgent.get(id))
  },
}
