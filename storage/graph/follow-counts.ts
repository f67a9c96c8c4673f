import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { isFollowCounted } from '../visibility/counters.ts'

/** Changes of follow counters by `rows`; `counts`: SQL for whether an agent counts. */
export const changeFollowCounts = (rows: string, counts: (agent: string) => string): string => `change as materialized (
    select agent_id, sum(followers)::int as followers, sum(following)::int as following
    from (
      select followed_id as agent_id, 1 as followers, 0 as following from ${rows} where ${counts('follower_id')}
      union all select follower_id, 0, 1 from ${rows} where ${counts('followed_id')}) each_side
    group by agent_id
  )`

// Counters are locked in the order of their ids, so that mutual follows cannot deadlock.
export const FOLLOWS_ADDED = `
  insert into follow_count as c (agent_id, followers, following)
  select agent_id, followers, following from change order by agent_id
  on conflict (agent_id) do update
    set followers = c.followers + excluded.followers, following = c.following + excluded.following`
const COUNTERS = `counters as materialized (
    select c.agent_id from follow_count c where c.agent_id in (select agent_id from change) order by c.agent_id for update
  )`
const TAKEN = `
  update follow_count c set followers = c.followers - d.followers, following = c.following - d.following
  from change d join counters h on h.agent_id = d.agent_id where c.agent_id = d.agent_id`
/** After `change`. */
export const followsRemovedAs = `, ${COUNTERS}, lost as (${TAKEN})`
const LOST = `, ${COUNTERS} ${TAKEN}`

/** Until the transaction ends, whether these two count in follow counters cannot change. */
async function holdPair(db: Queryable, one: string, other: string): Promise<void> {
  await db.many(SQL`select 1 from agent_status where agent_id in (${one}, ${other}) order by agent_id for share`)
}

/** Both directions in one statement: in two, an unfollow in between could deadlock with the second. */
export async function deleteFollowsBetween(db: Queryable, one: string, other: string): Promise<void> {
  await holdPair(db, one, other)
  await deleteFollows(
    db,
    SQL`(follower_id = ${one} and followed_id = ${other}) or (follower_id = ${other} and followed_id = ${one})`,
  )
}

/** Deletes all follows of a deleted agent, in both directions. */
export const deleteFollowsOf = (db: Queryable, agentId: string): Promise<void> =>
  deleteFollows(db, SQL`follower_id = ${agentId} or followed_id = ${agentId}`)

async function deleteFollows(db: Queryable, which: SQLStatement): Promise<void> {
  await db.many(
    SQL`with removed as (delete from follow where `
      .append(which)
      .append(` returning follower_id, followed_id), ${changeFollowCounts('removed', isFollowCounted)} ${LOST}`),
  )
}

/** An agent, whose status row the transaction has locked for update, counts for others again (1) or no longer (-1). */
export async function countFollowsOf(db: Queryable, agentId: string, by: 1 | -1): Promise<void> {
  await db.many(
    SQL`
    with change as materialized (
      select agent_id, sum(followers)::int as followers, sum(following)::int as following
      from (
        select followed_id as agent_id, 1 as followers, 0 as following from follow where follower_id = ${agentId}
        union all select follower_id, 0, 1 from follow where followed_id = ${agentId}) each_side
      group by agent_id
    )`.append(by === 1 ? FOLLOWS_ADDED : LOST),
  )
}

export interface FollowRow {
  id: string
  agent_id: string
  handle: string
  name: string
  bio: string | null
  followed_at: string
  /** Whether the viewer follows this agent. */
  following: boolean
}

export type FollowSide = 'followers' | 'following'

/** One direction of an agent's follows, newest first, older than `before`: public ones, as in its counter. */
export function findFollowList(
  db: Queryable,
  side: FollowSide,
  page: { viewer: string; agent_id: string; before: string; limit: number },
): Promise<FollowRow[]> {
  const [own, other] = side === 'followers' ? ['followed_id', 'follower_id'] : ['follower_id', 'followed_id']
  return db.many<FollowRow>(
    SQL`select f.id, a.id as agent_id, a.handle, a.name, a.bio, f.created_at as followed_at,
        exists (select 1 from follow y where y.follower_id = ${page.viewer} and y.followed_id = a.id) as following
      from follow f join agents_visible_to(null) a on a.id = f.`
      .append(other!)
      .append(` where f.${own!} = `)
      .append(SQL`${page.agent_id} and f.id < ${page.before} order by f.id desc limit ${page.limit}`),
  )
}

export interface FollowCounts {
  followers: number
  following: number
}

export async function countFollows(db: Queryable, agentId: string): Promise<FollowCounts> {
  const row = await db.maybeOne<FollowCounts>(
    SQL`select followers, following from follow_count where agent_id = ${agentId}`,
  )
  return row ?? { followers: 0, following: 0 }
}
