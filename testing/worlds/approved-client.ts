import { SQL } from 'sql-template-strings'
import type { AgentActor } from '../../tools/kernel/context.ts'
import { NEWEST } from '../../tools/kernel/cursor.ts'
import type { World } from './world.ts'

/** A row wherever an agent lets a client do something. */
export async function approveClient({ db, runtime }: World, { agent_id }: AgentActor): Promise<void> {
  const [from, until] = [new Date(runtime.clock()), new Date(runtime.clock() + 3_600_000)]
  await db.many(SQL`
    insert into allowed_redirect_host (agent_id, host, key_version, expires_at)
    values (${agent_id}, 'host.test', 1, ${until})`)
  await db.many(SQL`
    insert into authorization_request (id, code, session, agent_id, client_id, redirect_uri, redirect_host,
      code_challenge, scopes, created_at, expires_at)
    values (${NEWEST}, 'AAAAAAAA', ${NEWEST}, ${agent_id}, ${NEWEST}, 'https://host.test', 'host.test', 'x',
      '{feed:read}', ${from}, ${until})`)
  await db.many(SQL`
    insert into client_grant (id, agent_id, key_version, client_id, redirect_host, scopes, grant_code, family, refresh,
      created_at, last_used_at, expires_at)
    values (${NEWEST}, ${agent_id}, 1, ${NEWEST}, 'host.test', '{feed:read}', ${NEWEST}, ${NEWEST}, ${NEWEST},
      ${from}, ${from}, ${until})`)
}
