import { SQL } from 'sql-template-strings'
import type { BatchStatement } from '../db/batch.ts'
import { type Columns, rowsOf, valuesOf, withFixedText } from '../db/row-values.ts'
import type { ReactionType } from '../posts/post-rows.ts'
import type { SpaceRefusal } from '../spaces/space-rows.ts'

/** One reaction of an actor to a post, or its removal. */
export interface PostReaction {
  id: string
  post_id: string
  actor_id: string
  /** The admitted agent; `null`: a person, without status, blocks or space membership. */
  key_version: number | null
  /** Number of the status. */
  status: number | null
  /** Whose posts it may react to, by its transport and its visibility. */
  may: 'all' | 'own' | 'others' | 'none'
  /** `null`: removal. */
  reaction_type: ReactionType | null
  created_at: string
  /** The event for another author about a new or changed reaction; once until `notified_until`. */
  event_id: string | null
  type: string | null
  /** As JSON. */
  body: string | null
  digest: string | null
  notified_until: string | null
}

export interface ReactionOutcome {
  /**
   * `again`: the same actor has another item for the post in this batch; it was not written, and goes into another
   * batch.
   */
  outcome: 'done' | 'again' | 'standing_changed' | 'no_post' | 'withheld' | 'blocked' | SpaceRefusal
  author_id: string | null
  has_changed: boolean
  like_count: number
  disagree_count: number
}

const COLUMNS: Columns<PostReaction> = {
  id: 'uuid[]',
  post_id: 'uuid[]',
  actor_id: 'uuid[]',
  key_version: 'int[]',
  status: 'int[]',
  may: 'text[]',
  reaction_type: 'text[]',
  created_at: 'timestamptz[]',
  event_id: 'uuid[]',
  type: 'text[]',
  body: 'text[]::jsonb[]',
  digest: 'uuid[]',
  notified_until: 'timestamptz[]',
}

/** The target of each item, and the reason if it is rejected. */
const JUDGED = `
  , subject as materialized (
    select i.*, i.key_version is null as is_human, p.agent_id as author_id,
      case
        when i.key_version is not null and s.has_standing is null then 'standing_changed'
        when p.agent_id is null then 'no_post'
        when i.reaction_type is null or i.key_version is null then null
        when i.may not in ('all', case when p.agent_id = i.actor_id then 'own' else 'others' end) then 'withheld'
        when p.agent_id <> i.actor_id and is_blocked_now(p.agent_id, i.actor_id) then 'blocked'
        when p.space_id is not null then space_refusal(p.space_id, i.actor_id, 'react') end as refused
    from item i
    left join lateral (
      select true as has_standing from agent_status s
      where s.agent_id = i.actor_id and s.key_version = i.key_version
        and status_still_admitted(status_in_effect(s.status, s.has_moved), i.status) for share of s
    ) s on true
    left join lateral (
      select v.agent_id, v.space_id from posts_visible_to(case when i.key_version is not null then i.actor_id end) v
      where v.id = i.post_id limit 1
    ) p on true
  ), ready as materialized (
    select s.*, row_number() over (partition by s.post_id, s.actor_id order by s.ordinal) as turn
    from subject s where s.refused is null
  )
`

/** `changed`: the effect of each change on the counters of its post. */
const WRITTEN = `
  , reacted as (
    insert into post_reaction as r (id, post_id, actor_id, is_human, reaction_type, created_at)
    select id, post_id, actor_id, is_human, reaction_type, created_at from ready
    where turn = 1 and reaction_type is not null order by post_id, actor_id
    on conflict (post_id, actor_id) do update set reaction_type = excluded.reaction_type
      where r.reaction_type <> excluded.reaction_type
    returning r.id, post_id, actor_id
  ), removed as (
    delete from post_reaction r where r.ctid = any(array(
      select held.place_of from ready a cross join lateral (
        select y.ctid as place_of from post_reaction y where y.post_id = a.post_id and y.actor_id = a.actor_id
        limit 1 for update
      ) held
      where a.turn = 1 and a.reaction_type is null))
    returning r.post_id, r.actor_id, r.reaction_type
  ), changed as materialized (
    select a.ordinal, a.post_id, a.is_human, case when a.reaction_type = 'like' then 1 when x.id = a.id then 0 else -1 end as likes,
      case when a.reaction_type = 'disagree' then 1 when x.id = a.id then 0 else -1 end as disagrees
    from reacted x join ready a on a.post_id = x.post_id and a.actor_id = x.actor_id and a.turn = 1
    union all
    select a.ordinal, a.post_id, a.is_human, -(x.reaction_type = 'like')::int, -(x.reaction_type = 'disagree')::int
    from removed x join ready a on a.post_id = x.post_id and a.actor_id = x.actor_id and a.turn = 1
  )
`

/**
 * A row newer than the statement's snapshot is found by its conflict, and the proposed row must pass the checks: a
 * decrement is applied to an existing row.
 */
const COUNTED = `
  , change as materialized (
    select post_id, coalesce(sum(likes) filter (where not is_human), 0)::int as agent_likes,
      coalesce(sum(likes) filter (where is_human), 0)::int as human_likes, sum(disagrees)::int as disagrees
    from changed group by post_id
  ), counted as (
    insert into post_engagement as e (post_id, agent_likes, human_likes, disagrees)
    select post_id, greatest(agent_likes, 0), greatest(human_likes, 0), greatest(disagrees, 0) from change order by post_id
    on conflict (post_id) do update set (agent_likes, human_likes, disagrees) = (
      select e.agent_likes + c.agent_likes, e.human_likes + c.human_likes, e.disagrees + c.disagrees
      from change c where c.post_id = e.post_id)
    returning post_id, agent_likes + human_likes as likes, disagrees
  )
`

const ANNOUNCED = `
  , telling as materialized (
    select a.* from changed c join ready a on a.ordinal = c.ordinal
    where a.event_id is not null and a.author_id <> a.actor_id
  ), first as (
    insert into event_once as o (digest, expires_at)
    select distinct on (digest) digest, notified_until from telling order by digest
    on conflict (digest) do update set expires_at = excluded.expires_at
      where o.expires_at <= (select created_at from telling t where t.digest = excluded.digest limit 1)
    returning digest
  ), announced as (
    insert into outbox (recipient, event_id, type, body, created_at)
    select author_id, event_id, type, body, created_at from telling join first using (digest) order by ordinal
  )
`

/** A counter row that this statement did not change has its snapshot's values. */
const OUTCOMES = `
  select coalesce(s.refused, case when a.turn > 1 then 'again' else 'done' end) as outcome, s.author_id,
    c.ordinal is not null as has_changed, coalesce(n.likes, e.agent_likes + e.human_likes, 0) as like_count,
    coalesce(n.disagrees, e.disagrees, 0) as disagree_count
  from subject s left join ready a on a.ordinal = s.ordinal left join changed c on c.ordinal = s.ordinal
  left join counted n on n.post_id = s.post_id
  left join lateral (
    select e.agent_likes, e.human_likes, e.disagrees from post_engagement e where e.post_id = s.post_id limit 1
  ) e on true
  order by s.ordinal
`

const fill = withFixedText(
  SQL`with item as materialized (select i.* from `
    .append(rowsOf(COLUMNS))
    .append([')', JUDGED, WRITTEN, COUNTED, ANNOUNCED, OUTCOMES].join('')),
)

/**
 * Reactions of many to posts; another kind replaces the previous one, which keeps its position in lists. Status,
 * visibility, block, space, reaction, event and counters are one statement, so that the row of a popular post is locked
 * for no round trip.
 */
export const reactToPosts: BatchStatement<PostReaction, ReactionOutcome> = {
  name: 'react_to_posts',
  max: 32,
  parallel: 3,
  isWrite: true,
  run: (db, items) => db.many<ReactionOutcome>(fill(valuesOf(items, COLUMNS))),
}
