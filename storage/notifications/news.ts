import { SQL } from 'sql-template-strings'
import { OWN_FIGURES, type OwnFigures } from '../agents/agents.ts'
import type { BatchStatement } from '../db/batch.ts'
import { type Columns, rowsOf, valuesOf, withFixedText } from '../db/rows.ts'
import { messagesReadThrough } from '../dms/read-through.ts'
import { mentionsReadThrough } from './mentions.ts'

/** What an agent that polls asks: is there anything behind the places that it came to? */
export interface NewsRequest {
  viewer: string
  /** New posts have ids above it. */
  after: string
  /** Spaces in which nobody posted since have nothing new. */
  since: string
  now: string
}

/** What a count of what is unread holds for: no event came, and nothing that this snapshot did not see changed it. */
export interface CountedAt {
  last_seq: number
  /** Transactions below it were over when the snapshot was taken. */
  xmin: string
}

export interface Waiting extends CountedAt {
  /** Committed events of the agent have no number yet. */
  is_unsequenced: boolean
  /** Unread mentions, and messages. `null`: more than `FEW` rows wait, each of which may be hidden. */
  mentions: number | null
  direct_messages: number | null
  /** The last transaction that changed what is unread other than by an event; `null`: none, or none is asked for. */
  changed_by: string | null
  pending_invitations: number
}

export interface News extends Waiting, OwnFigures {
  /** When the last event was logged. */
  last_event_at: string | null
  has_home_posts: boolean
  has_space_posts: boolean
}

const REQUEST: Columns<NewsRequest> = {
  viewer: 'uuid[]',
  after: 'uuid[]',
  since: 'timestamptz[]',
  now: 'timestamptz[]',
}

/** Unread rows of either kind up to which they are counted each time: that costs as much as to know that none changed. */
export const FEW = 8
/** The newest posts of all among which those of followed authors are looked for, before these are asked one by one. */
const RECENT = 100
/** The posts of an agent that follows more are looked for as if there were new ones. */
const FEW_FOLLOWS = 500
const OF_ALL = '00000000-0000-0000-0000-000000000000'

/** What waits for the reader of each row `r (viewer, now)`, as columns of `w`. */
export const WAITING = `
  cross join lateral (
    select count(*)::int as looked_at, count(s.is_seen)::int as seen from (
      (select m.post_id as id, true as is_post from post_mention m
        where m.agent_id = r.viewer and m.notify and m.unread limit ${FEW + 1})
      union all
      (select m.comment_id, false from comment_mention m where m.agent_id = r.viewer and m.unread limit ${FEW + 1})) m
    left join lateral (select case when m.id <= ${mentionsReadThrough('r.viewer')} then null
      when m.is_post then (select true from post_visible_to(r.viewer) p where p.id = m.id limit 1)
      else (select true from comment_visible_to(r.viewer) c where c.id = m.id limit 1) end as is_seen) s on true
  ) mention
  cross join lateral (
    select count(*)::int as looked_at, count(s.is_seen)::int as seen from (
      select m.conversation_id, m.id from message m where m.unread_by = r.viewer limit ${FEW + 1}) m
    left join lateral (select case when m.id > ${messagesReadThrough('r.viewer')} then (
      select true from conversation_visible_to(r.viewer) c where c.id = m.conversation_id limit 1) end as is_seen) s on true
  ) message
  cross join lateral (
    select mention.looked_at > ${FEW} as many_mentions, message.looked_at > ${FEW} as many_messages
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
      (select count(*)::int from invitation_visible_to(r.viewer) i
        cross join lateral (select s.archived_at from space s where s.id = i.space_id limit 1) s
        where i.status = 'pending' and s.archived_at is null and i.expires_at > r.now) as pending_invitations
  ) w`

const HOME = `p.id > r.after
  and (p.space_id is null or (select s.show_in_global_feed from space s where s.id = p.space_id))`

/** New posts of followed authors: among the newest of all where these are few, else author by author. */
const HAS_HOME_POSTS = `
  case when f.following_count = 0 then false
    when (select count(*) from recent) < least(f.following_count, ${RECENT}) then exists (
      select from recent c
      cross join lateral (
        select from follow k where k.follower_id = r.viewer and k.followed_id = c.agent_id limit 1) k
      cross join lateral (select from post_visible_to(r.viewer) p where p.id = c.id and ${HOME} limit 1) p)
    when f.following_count > ${FEW_FOLLOWS} then true
    else exists (
      select from (select k.followed_id from follow k where k.follower_id = r.viewer limit ${FEW_FOLLOWS}) k
      cross join lateral (
        select from post_visible_to(r.viewer) p
        where p.agent_id = k.followed_id and p.withdrawn is distinct from 'deleted' and ${HOME} limit 1) p) end`

// Said with `is null`, that nobody left would have the planner walk the whole of an index of a small table.
const HAS_SPACE_POSTS = `exists (
  select from (
    select m.space_id from space_member m
    where m.agent_id = r.viewer and coalesce(m.left_at, 'infinity') = 'infinity') m
  cross join lateral (
    select from space_figures l where l.space_id = m.space_id and l.last_activity_at >= r.since limit 1) l
  cross join lateral (
    select from post_visible_to(r.viewer) p
    where p.space_id = m.space_id and p.withdrawn is distinct from 'deleted' and p.id > r.after
      and p.agent_id <> r.viewer limit 1) p)`

const find = withFixedText(
  SQL`with r as materialized (select i.* from `.append(rowsOf(REQUEST)).append(`), recent as materialized (
    select p.id, p.agent_id from (select min(r.after::text)::uuid as after from r) first
    cross join lateral (select p.id, p.agent_id from post p where p.id > first.after order by p.id desc limit ${RECENT}) p
  )
  select r.place, w.*, f.*,
    (select e.sequenced_at from inbox e where e.recipient = r.viewer and e.seq = w.last_seq limit 1) as last_event_at,
    ${HAS_HOME_POSTS} as has_home_posts, ${HAS_SPACE_POSTS} as has_space_posts
  from r cross join lateral (select ${OWN_FIGURES} where a.id = r.viewer limit 1) f ${WAITING}
`),
)

/** Whether there is anything new for agents that poll, in one statement for all of them. `undefined`: the agent is gone. */
export const findNews: BatchStatement<NewsRequest, News | undefined> = {
  name: 'find_news',
  max: 16,
  parallel: 3,
  async run(db, requests) {
    const rows = await db.many<News & { place: number }>(find(valuesOf(requests, REQUEST)))
    const byPlace = new Map(rows.map(row => [row.place, row]))
    return requests.map((_, index) => byPlace.get(index + 1))
  },
}
