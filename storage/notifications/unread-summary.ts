import { SQL } from 'sql-template-strings'
import { OWN_COUNTERS, type OwnCounters } from '../agents/agent-rows.ts'
import type { Queryable } from '../db/db.ts'
import { type Columns, rowsOf, valuesOf, withFixedText } from '../db/row-values.ts'
import { messagesReadThrough } from '../dms/read-through.ts'
import { followsOf } from '../feed/followed-ids.ts'
import {
  POST_DELTA,
  POST_DELTA_COLUMNS,
  type PostDeltaRow,
  type PostDeltas,
  postDeltaIn,
  type Snapshot,
  snapshotPredicate,
} from '../feed/post-delta.ts'
import { mentionsReadThrough } from './unread-mentions.ts'

/** The positions of a polling agent, after which it wants to know what is new. */
export interface UnreadSummaryRequest {
  viewer: string
  /** New posts have higher ids. */
  after: string
  /** Spaces without posts since have nothing new. */
  since: string
  now: string
}

/** The state for which an unread count is valid: until an event or a change that this snapshot does not contain. */
export interface CountedAt {
  last_seq: number
  /** Transactions below it had ended when the snapshot was taken. */
  xmin: string
}

export interface UnreadColumns extends CountedAt {
  /** Whether committed events of the agent are not sequenced yet. */
  is_unsequenced: boolean
  /** Unread mentions and messages. `null`: more than `MANY_FOLLOWS` rows, each of which may be hidden. */
  mentions: number | null
  direct_messages: number | null
  /** The last transaction that changed the unread state without an event; `null`: none, or not requested. */
  changed_by: string | null
  pending_invitations: number
  /** Whether the agent may be asked something. */
  is_asked: boolean
  pending_challenges: number
  /** A pending key recovery, which the agent can end until then. */
  key_ends_at: string | null
}

export interface UnreadSummary extends UnreadColumns, OwnCounters {
  /** When the last event was logged. */
  last_event_at: string | null
  has_space_posts: boolean
}

export interface UnreadQuery extends UnreadSummaryRequest {
  /** 1: the followed agents, if any posted. */
  asks_follows: 0 | 1
}

export interface UnreadRow extends UnreadSummary, PostDeltaRow {
  ordinal: number
  /** Whether anybody posted. */
  has_posts: boolean
  /** `null` if there are none, too many, they were not requested, or none posted. */
  follows: string | null
}

const QUERY_COLUMNS: Columns<UnreadQuery> = {
  viewer: 'uuid[]',
  after: 'uuid[]',
  since: 'timestamptz[]',
  now: 'timestamptz[]',
  asks_follows: 'int[]',
}

/** Up to this number, unread rows of either kind are counted each time: that costs as much as checking for changes. */
export const MANY_FOLLOWS = 8
const OF_ALL = '00000000-0000-0000-0000-000000000000'

/** The unread state of the reader of each row `r (viewer, now)`, as columns of `w`. */
export const UNREAD_COLUMNS = `
  cross join lateral (
    select count(*)::int as looked_at, count(s.is_seen)::int as seen from (
      (select m.post_id as id, true as is_post from post_mention m
        where m.agent_id = r.viewer and m.notify and m.unread limit ${MANY_FOLLOWS + 1})
      union all
      (select m.comment_id, false from comment_mention m where m.agent_id = r.viewer and m.unread limit ${MANY_FOLLOWS + 1})) m
    left join lateral (select case when m.id <= ${mentionsReadThrough('r.viewer')} then null
      when m.is_post then (select true from posts_visible_to(r.viewer) p where p.id = m.id limit 1)
      else (select true from comments_visible_to(r.viewer) c where c.id = m.id limit 1) end as is_seen) s on true
  ) mention
  cross join lateral (
    select count(*)::int as looked_at, count(s.is_seen)::int as seen from (
      select m.conversation_id, m.id from message m where m.unread_by = r.viewer limit ${MANY_FOLLOWS + 1}) m
    left join lateral (select case when m.id > ${messagesReadThrough('r.viewer')} then (
      select true from conversations_visible_to(r.viewer) c where c.id = m.conversation_id limit 1) end as is_seen) s on true
  ) message
  cross join lateral (
    select mention.looked_at > ${MANY_FOLLOWS} as many_mentions, message.looked_at > ${MANY_FOLLOWS} as many_messages
  ) many
  cross join lateral (
    select coalesce((select h.last_seq from inbox_head h where h.recipient = r.viewer limit 1), 0) as last_seq,
      (select true from outbox o where o.recipient = r.viewer limit 1) is not null as is_unsequenced,
      case when not many_mentions then mention.seen end as mentions,
      case when not many_messages then message.seen end as direct_messages,
      case when many_mentions or many_messages then (
        select max(u.changed_by::text::numeric)::text
        from (values (r.viewer), ('${OF_ALL}'::uuid)) k (agent_id)
        cross join lateral (
          select u.changed_by from unread_change u where u.agent_id = k.agent_id order by u.changed_by desc limit 1) u
        ) end as changed_by,
      pg_snapshot_xmin(pg_current_snapshot())::text as xmin,
      (select count(*)::int from invitations_visible_to(r.viewer) i
        cross join lateral (select s.archived_at from space s where s.id = i.space_id limit 1) s
        where i.status = 'pending' and s.archived_at is null and i.expires_at > r.now) as pending_invitations,
      (select true from question_request o where o.agent_id = r.viewer limit 1) is not null as is_asked,
      (select count(*)::int from challenge c where c.agent_id = r.viewer and c.outcome is null
        and c.kind <> 'agency_upgrade' and c.ends_at > r.now) as pending_challenges,
      (select s.key_ends_at from agent_status s where s.agent_id = r.viewer limit 1) as key_ends_at
  ) w`

// Written with `is null`: with a plain condition the planner might scan the whole index of a small table.
const HAS_SPACE_POSTS = `exists (
  select from (
    select m.space_id from space_member m
    where m.agent_id = r.viewer and coalesce(m.left_at, 'infinity') = 'infinity') m
  cross join lateral (
    select from space_counter l where l.space_id = m.space_id and l.last_activity_at >= r.since limit 1) l
  cross join lateral (
    select from posts_visible_to(r.viewer) p
    where p.space_id = m.space_id and p.withdrawn is distinct from 'deleted' and p.id > r.after
      and p.agent_id <> r.viewer limit 1) p)`

const statement = withFixedText(
  SQL`with `
    .append(POST_DELTA)
    .append(`, r as materialized (select i.viewer as id, i.* from `)
    .append(rowsOf(QUERY_COLUMNS))
    .append(`)
  select r.ordinal, w.*, f.*, ${POST_DELTA_COLUMNS},
    (select e.sequenced_at from inbox e where e.recipient = r.viewer and e.seq = w.last_seq limit 1) as last_event_at,
    d.has_posts, case when d.has_posts and r.asks_follows = 1 then ${followsOf('r.viewer', 'f.following_count')} end as follows,
    ${HAS_SPACE_POSTS} as has_space_posts
  from r cross join lateral (select ${OWN_COUNTERS} where a.id = r.viewer limit 1) f ${UNREAD_COLUMNS}
  cross join lateral (
    select (select true from post p where p.id > r.after order by p.id desc limit 1) is not null as has_posts offset 0) d
  order by r.ordinal`),
)

export interface UnreadRows extends PostDeltas {
  rows: UnreadRow[]
}

/** Existing agents, in order, with an index from 1; and the changes of posts, from one snapshot. */
export async function findUnreadSummaries(
  db: Queryable,
  queries: readonly UnreadQuery[],
  since: Snapshot | undefined,
): Promise<UnreadRows | undefined> {
  const rows = await db.many<UnreadRow>(statement([...snapshotPredicate(since), ...valuesOf(queries, QUERY_COLUMNS)]))
  return rows[0] && { rows, ...postDeltaIn(rows[0], since) }
}
