import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface NewFollow {
  id: string
  follower_id: string
  followed_id: string
  created_at: Date
}

/** `false`: it was there before. Both counters change in the order of their ids, so that mutual follows cannot deadlock. */
export async function insertFollow(db: Queryable, follow: NewFollow): Promise<boolean> {
  const counted = await db.many(SQL`
    with added as (
      insert into follow (id, follower_id, followed_id, created_at)
      values (${follow.id}, ${follow.follower_id}, ${follow.followed_id}, ${follow.created_at})
      on conflict (follower_id, followed_id) do nothing
      returning follower_id, followed_id
    ), change as (
      select followed_id as agent_id, 1 as followers, 0 as following from added
      union all select follower_id, 0, 1 from added
    )
    insert into follow_count as c (agent_id, followers, following)
    select agent_id, followers, following from change order by agent_id
    on conflict (agent_id) do update
      set followers = c.followers + excluded.followers, following = c.following + excluded.following
    returning 1`)
  return counted.length > 0
}

export async function deleteFollow(db: Queryable, followerId: string, followedId: string): Promise<void> {
  await deleteFollows(db, SQL`follower_id = ${followerId} and followed_id = ${followedId}`)
}

/** Both directions in one statement: in two, an unfollow between them could deadlock with the second. */
export async function deleteFollowsBetween(db: Queryable, one: string, other: string): Promise<void> {
  await deleteFollows(
    db,
    SQL`(follower_id = ${one} and followed_id = ${other}) or (follower_id = ${other} and followed_id = ${one})`,
  )
}

/** All of an agent, on either side. */
export const deleteFollowsOf = (db: Queryable, agentId: string): Promise<void> =>
  deleteFollows(db, SQL`follower_id = ${agentId} or followed_id = ${agentId}`)

/** Counters are taken in the order of their ids, as a follow takes them. */
async function deleteFollows(db: Queryable, which: SQLStatement): Promise<void> {
  await db.many(
    SQL`with removed as (delete from follow where `.append(which).append(SQL` returning follower_id, followed_id
    ), change as (
      select agent_id, sum(followers)::int as followers, sum(following)::int as following
      from (
        select followed_id as agent_id, 1 as followers, 0 as following from removed
        union all select follower_id, 0, 1 from removed) each_side
      group by agent_id
    ), held as materialized (
      select c.agent_id from follow_count c where c.agent_id in (select agent_id from change) order by c.agent_id for update
    )
    update follow_count c set followers = c.followers - d.followers, following = c.following - d.following
    from change d join held h on h.agent_id = d.agent_id where c.agent_id = d.agent_id`),
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

/** One side of an agent's follows that the viewer may see, newest first, from before `before`. */
export function findFollows(
  db: Queryable,
  side: FollowSide,
  page: { viewer: string; agent_id: string; before: string; limit: number },
): Promise<FollowRow[]> {
  const [own, other] = side === 'followers' ? ['followed_id', 'follower_id'] : ['follower_id', 'followed_id']
  return db.many<FollowRow>(
    SQL`select f.id, a.id as agent_id, a.handle, a.name, a.bio, f.created_at as followed_at,
        exists (select 1 from follow y where y.follower_id = ${page.viewer} and y.followed_id = a.id) as following
      from follow f join agent_visible_to(${page.viewer}) a on a.id = f.`
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
