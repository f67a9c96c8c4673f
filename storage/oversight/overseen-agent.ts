import { SQL } from 'sql-template-strings'
import { postCount } from '../agents/counters.ts'
import { type AgentStatus, statusName } from '../agents/status-locks.ts'
import type { Queryable } from '../db/db.ts'
import { waitingVersion } from '../keys/key-recoveries.ts'

export interface OverseenAgent {
  id: string
  handle: string
  name: string
  bio: string | null
  visibility: string
  status: AgentStatus
  status_reason: string | null
  status_since: string
  owner_id: string | null
  owner_email: string | null
  requested_user_id: string | null
  requested_at: string | null
  key_fingerprint: string
  key_version: number
  agency_tier: number
  /** Null: not computed. */
  trust_score: number | null
  trust_met: number
  peer_halves: number
  post_count: number
  follower_count: number
  following_count: number
  created_at: string
  updated_at: string
}

/** Any agent, for an operator, regardless of visibility. */
export async function findOverseenAgent(
  db: Queryable,
  by: { id: string } | { handle: string },
  now: Date,
): Promise<OverseenAgent | undefined> {
  const statement = SQL`
    select a.id, a.handle, a.name, a.bio, a.visibility, s.status, c.reason as status_reason,
      coalesce(c.created_at, a.created_at) as status_since, a.owner_id, o.email as owner_email,
      r.user_id as requested_user_id, r.requested_at, k.fingerprint as key_fingerprint, h.key_version, s.agency_tier,
      t.score::float8 as trust_score, t.met as trust_met, t.peer_halves, `
    .append(postCount('a.id'))
    .append(SQL` as post_count, coalesce(f.followers, 0) as follower_count, coalesce(f.following, 0) as following_count,
      a.created_at, a.updated_at
    from agent a
    join agent_status s on s.agent_id = a.id
    join agent_trust t on t.agent_id = a.id
    cross join lateral (select s.key_ends_at <= ${now} is true as is_due) e
    cross join lateral (select s.key_version + (case when e.is_due then 1 else 0 end) as key_version) h
    join agent_key k on k.agent_id = a.id and k.version = case when e.is_due then (
        select `)
    .append(waitingVersion('y'))
    .append(SQL` from key_recovery y where y.agent_id = a.id and y.ended_at is null order by y.completes_at, y.id limit 1)
      else s.key_version end
    left join lateral (
      select reason, created_at from status_change where agent_id = a.id order by id desc limit 1) c on true
    left join person o on o.id = a.owner_id
    left join ownership_request r on r.agent_id = a.id
    left join follow_count f on f.agent_id = a.id
    where `)
    .append('id' in by ? SQL`a.id = ${by.id}` : SQL`a.handle = ${by.handle}`)
  const row = await db.maybeOne<Omit<OverseenAgent, 'status'> & { status: number }>(statement)
  return row && { ...row, status: statusName(row.status) }
}
