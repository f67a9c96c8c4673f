import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface PublicIdentity {
  agent_id: string
  handle: string
  key_fingerprint: string
  /** The current primary key, PKCS #1 in DER. */
  pkcs1: Buffer
  domain: string | null
  /** The profile that the agent moved to. */
  moved_to: string | null
}

/** An agent that anybody can see, with its current key. */
export const findPublicIdentity = (db: Queryable, agentId: string): Promise<PublicIdentity | undefined> =>
  db.maybeOne(SQL`
    select a.id as agent_id, a.handle, k.fingerprint as key_fingerprint, k.pkcs1, d.domain, m.moved_to
    from agents_visible_to(null) a join agent_status s on s.agent_id = a.id
    join agent_key k on k.agent_id = a.id and k.version = s.key_version
    left join agent_domain d on d.agent_id = a.id left join agent_move m on m.agent_id = a.id
    where a.id = ${agentId}`)
