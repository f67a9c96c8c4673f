import { SQL } from 'sql-template-strings'
import type { BatchStatement } from '../db/batch.ts'
import { type Columns, rowsOf, valuesOf, withFixedText } from '../db/row-values.ts'
import { changeFollowCounts, FOLLOWS_ADDED, followsRemovedAs } from './follow-counts.ts'

/** One agent that follows or unfollows another. */
export interface FollowItem {
  follower_id: string
  followed_id: string
  /** The follower as admitted; number of its status. */
  key_version: number
  status: number
}

export interface NewFollow extends FollowItem {
  id: string
  created_at: string
  /** The event for the other agent, sent once until `notified_until`; the body as JSON. */
  event_id: string
  type: string
  body: string
  digest: string
  notified_until: string
}

export interface FollowOutcome {
  outcome: 'done' | 'standing_changed' | 'no_agent' | 'blocked'
}

const PAIR: Columns<FollowItem> = {
  follower_id: 'uuid[]',
  followed_id: 'uuid[]',
  key_version: 'int[]',
  status: 'int[]',
}

const FOLLOW: Columns<NewFollow> = {
  ...PAIR,
  id: 'uuid[]',
  created_at: 'timestamptz[]',
  event_id: 'uuid[]',
  type: 'text[]',
  body: 'text[]::jsonb[]',
  digest: 'uuid[]',
  notified_until: 'timestamptz[]',
}

/**
 * Until the batch ends, whether these agents count in follow counters cannot change: their status rows are locked, in
 * the order of their ids.
 */
const judged = (barred: string) => `
  , held as materialized (
    select s.agent_id, s.key_version, status_in_effect(s.status, s.has_moved) as status
    from (select follower_id as id from item union select followed_id from item order by 1) k
    cross join lateral (
      select s.agent_id, s.key_version, s.status, s.has_moved from agent_status s where s.agent_id = k.id for share of s) s
  ), judged as materialized (
    select i.*, case
        when not exists (select from held h where h.agent_id = i.follower_id and h.key_version = i.key_version
          and status_still_admitted(h.status, i.status)) then 'standing_changed'
        when not exists (select from held h where h.agent_id = i.followed_id) then 'no_agent'
        else ${barred} end as refused
    from item i
  )
`

const counts = (agent: string) => `is_follow_counted_now(${agent})`

const OUTCOMES = `
  select coalesce(refused, 'done') as outcome from judged order by ordinal`

const following = withFixedText(
  SQL`with item as materialized (select i.* from `
    .append(rowsOf(FOLLOW))
    .append(`) ${judged(`case when is_blocked_now(i.follower_id, i.followed_id) then 'blocked' end`)}, added as materialized (
    insert into follow (id, follower_id, followed_id, created_at)
    select id, follower_id, followed_id, created_at from judged where refused is null order by follower_id, followed_id
    on conflict (follower_id, followed_id) do nothing returning id, follower_id, followed_id
  ), ${changeFollowCounts('added', counts)}, gained as (${FOLLOWS_ADDED}), first as (
    insert into event_once as o (digest, expires_at)
    select distinct on (s.digest) s.digest, s.notified_until from added a join judged s on s.id = a.id order by s.digest
    on conflict (digest) do update set expires_at = excluded.expires_at
      where o.expires_at <= (select created_at from judged j where j.digest = excluded.digest limit 1)
    returning digest
  ), announced as (
    insert into outbox (recipient, event_id, type, body, created_at)
    select s.followed_id, s.event_id, s.type, s.body, s.created_at
    from added a join judged s on s.id = a.id join first f on f.digest = s.digest order by s.ordinal
  ) ${OUTCOMES}`),
)

const unfollowing = withFixedText(
  SQL`with item as materialized (select i.* from `
    .append(rowsOf(PAIR))
    .append(`) ${judged('null')}, removed as materialized (
    delete from follow f using judged s
    where s.refused is null and f.follower_id = s.follower_id and f.followed_id = s.followed_id
    returning f.follower_id, f.followed_id
  ), ${changeFollowCounts('removed', counts)} ${followsRemovedAs} ${OUTCOMES}`),
)

export const followAgents: BatchStatement<NewFollow, FollowOutcome> = {
  name: 'follow_agents',
  max: 32,
  isWrite: true,
  run: (db, items) => db.many<FollowOutcome>(following(valuesOf(items, FOLLOW))),
}

export const unfollowAgents: BatchStatement<FollowItem, FollowOutcome> = {
  name: 'unfollow_agents',
  max: 32,
  isWrite: true,
  run: (db, items) => db.many<FollowOutcome>(unfollowing(valuesOf(items, PAIR))),
}
