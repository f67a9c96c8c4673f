import { SQL } from 'sql-template-strings'
import type { AgentActor } from '../../tools/kernel/context.ts'
import { tokenDigest } from '../../tools/tokens/token-ring.ts'
import type { World } from './world.ts'

/** The agent holds this token, for an hour. */
export const giveToken = ({ db, runtime: { clock } }: World, { agent_id }: AgentActor, token: string) =>
  db.many(SQL`
    insert into access_token (digest, agent_id, key_version, scopes, created_at, expires_at)
    values (${tokenDigest(token)}, ${agent_id}, 1, '{feed:read}', ${new Date(clock())}, ${new Date(clock() + 3_600_000)})`)
