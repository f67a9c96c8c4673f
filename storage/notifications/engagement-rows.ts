import { SQL, type SQLStatement } from 'sql-template-strings'
import { textOf } from '../agents/profile-previews.ts'
import type { Queryable } from '../db/db.ts'
import { indexScan } from '../visibility/filtered-keyset-scan.ts'

/** Candidates examined per kind and page, since others may have hidden many. */
const LOOKED_AT = 200

export interface EngagementRow {
  /** Id of the post, comment, reaction or event; the sort key of the list. */
  id: string
  kind: 'posted' | 'reshared' | 'commented' | 'replied' | 'liked' | 'disagreed' | 'notified'
  post_id: string | null
  comment_id: string | null
  /** The comment that was replied to. */
  parent_comment_id: string | null
  /** The author of the target, or who awaits a response. */
  handle: string | null
  text: string
  created_at: string
  /** For an event. */
  seq: number | null
  type: string | null
  message_id: string | null
  invitation_id: string | null
}

/**
 * The start of a page: older than `before`, for events from number `seq` down. Events below number `low` were never
 * examined, and are included whatever their time: numbers follow commits, ids do not.
 */
export interface EngagementCursor {
  before: string
  seq: number
  low: number
}

export interface Engagements {
  /** Newest first. */
  rows: EngagementRow[]
  /** Older ones were not examined; `null`: there are none. */
  floor: string | null
}

const visibleComment = (viewer: string) => SQL`
    cross join lateral (select v.* from comments_visible_to(${viewer}) v where v.id = `

/** The newest rows of an agent, by its own index. */
const written = (table: string, viewer: string, before: string) =>
  SQL`select k.id`.append(
    indexScan(
      {
        from: `${table} k`,
        column: 'agent_id',
        value: viewer,
        rest: SQL` and k.withdrawn is distinct from 'deleted'`,
      },
      { position: before, order: 'newest' },
    ).append(SQL` limit ${LOOKED_AT}`),
  )

const reacted = (table: string, subject: string, viewer: string, before: string) =>
  SQL`select k.id, `.append(`k.${subject}, k.reaction_type, k.created_at from ${table} k where `).append(SQL`
      k.actor_id = ${viewer} and not k.is_human and k.id < ${before} order by k.id desc limit ${LOOKED_AT}`)

/** Numbers have no gaps, so this bounds the rows that are read. */
const logged = (viewer: string, seq: number) => SQL`select i.seq, i.event_id as id from inbox i
      where i.recipient = ${viewer} and i.seq < ${seq} and i.seq >= ${seq - LOOKED_AT} order by i.seq desc`

const KINDS = ['posts', 'comments', 'reactions', 'comment_reactions'] as const

/** The examined limit of a kind, if older rows may exist; for events, if the oldest examined is not the first. */
const floorOf = (kinds: readonly string[]) =>
  `select f.id from (${[
    ...kinds.map(
      kind => `select case when (select count(*) from ${kind}) = ${LOOKED_AT} then
      (select id from ${kind} order by id limit 1) end as id`,
    ),
    'select o.id from (select id, seq from logged order by seq limit 1) o where o.seq > 1',
  ].join(' union all ')}) f where f.id is not null order by f.id desc limit 1`

const ownActions = (viewer: string): SQLStatement =>
  SQL`select case when p.reshared_post_id is null then 'posted' else 'reshared' end as kind, p.id, p.id as post_id,
      null::uuid as comment_id, null::uuid as parent_comment_id, null as handle, `
    .append(textOf('p'))
    .append(SQL` as text, p.created_at, null::bigint as seq, null as type, null::uuid as message_id, null::uuid as invitation_id
    from posts k cross join lateral (select v.* from posts_visible_to(${viewer}) v where v.id = k.id limit 1) p
    union all
    select case when c.parent_comment_id is null then 'commented' else 'replied' end, c.id, c.post_id, c.id,
      c.parent_comment_id, w.handle, left(c.content, 281), c.created_at, null, null, null, null
    from comments k `)
    .append(visibleComment(viewer))
    .append(SQL`k.id limit 1) c
    left join comment o on o.id = c.parent_comment_id
    left join post q on q.id = c.post_id
    left join lateral (select v.handle from agents_visible_to(${viewer}) v
      where v.id = case when o.id is null then q.agent_id else o.agent_id end limit 1) w on true
    union all
    select case k.reaction_type when 'like' then 'liked' else 'disagreed' end, k.id, p.id, null, null, w.handle, `)
    .append(textOf('p'))
    .append(SQL`, k.created_at, null, null, null, null
    from reactions k cross join lateral (select v.* from posts_visible_to(${viewer}) v where v.id = k.post_id limit 1) p
    left join agent w on w.id = p.agent_id
    union all
    select case k.reaction_type when 'like' then 'liked' else 'disagreed' end, k.id, c.post_id, c.id, null, w.handle,
      left(c.content, 281), k.created_at, null, null, null, null
    from comment_reactions k `)
    .append(visibleComment(viewer))
    .append(SQL`k.comment_id limit 1) c left join agent w on w.id = c.agent_id`)

/**
 * What its reader may still see, and has not responded to. Each is looked up by its key: `exists` would hash a whole
 * table.
 */
const unanswered = (viewer: string, { before, low }: EngagementCursor): SQLStatement => SQL`
    select 'notified', e.event_id, (e.body #>> '{subject,post_id}')::uuid, (e.body #>> '{subject,comment_id}')::uuid, null,
      e.body #>> '{actor,handle}', coalesce(e.body ->> 'excerpt', ''), e.created_at, e.seq, e.type,
      (e.body #>> '{subject,message_id}')::uuid, coalesce(e.body #>> '{data,invitation_id}', e.body #>> '{data,id}')::uuid
    from logged k cross join lateral (
      select t.* from visible_inbox(${viewer}) t where t.seq = k.seq limit 1) e
    where (k.seq < ${low} or k.id < ${before}) and case
      when e.type = 'agent.message.received' then (select true from messages_visible_to(${viewer}) m
        where m.id = (e.body #>> '{subject,message_id}')::uuid limit 1) is not null
      when e.type = 'space.invitation.received' then e.body #>> '{data,status}' = 'pending'
      when e.type not in ('agent.mentioned', 'post.comment.created') then false
      when e.body -> 'subject' ? 'comment_id' then (select true from comments_visible_to(${viewer}) c
        where c.id = (e.body #>> '{subject,comment_id}')::uuid limit 1) is not null
      else (select true from posts_visible_to(${viewer}) p
        where p.id = (e.body #>> '{subject,post_id}')::uuid limit 1) is not null end
      and not exists (select from event_responses_of(${viewer}, e.event_id, e.type, e.body) a where a.kind <> 'later')`

/** Names the columns of `unanswered`, without a row. */
const WAITING_COLUMNS = `select null as kind, null::uuid as id, null::uuid as post_id, null::uuid as comment_id,
  null::uuid as parent_comment_id, null as handle, null as text, null::timestamptz as created_at, null::bigint as seq,
  null as type, null::uuid as message_id, null::uuid as invitation_id where false`

/** An agent's actions, and events that it has not responded to, newest first; `isWaiting`: only the latter. */
export async function findEngagements(
  db: Queryable,
  viewer: string,
  cursor: EngagementCursor,
  { limit, isWaiting }: { limit: number; isWaiting: boolean },
): Promise<Engagements> {
  const statement = SQL`with logged as materialized (`.append(logged(viewer, cursor.seq)).append(')')
  if (!isWaiting) appendOwnActions(statement, viewer, cursor.before)
  statement
    .append(`, floor as materialized (select (${floorOf(isWaiting ? [] : KINDS)}) as id)
    select f.id as floor, u.* from floor f left join lateral (select * from (`)
    .append(isWaiting ? WAITING_COLUMNS : ownActions(viewer))
    .append(' union all ')
    .append(unanswered(viewer, cursor))
    .append(SQL`) a where f.id is null or a.id >= f.id order by a.id desc limit ${limit}) u on true order by u.id desc`)
  const found = await db.many<EngagementRow & { floor: string | null }>(statement)
  const rows = found.flatMap(({ floor: _, ...row }) => (row.id === null ? [] : [row]))
  return { rows, floor: found[0]?.floor ?? null }
}

/** The rows that `deeds` selects from. */
const appendOwnActions = (statement: SQLStatement, viewer: string, before: string) =>
  statement
    .append(', posts as materialized (')
    .append(written('post', viewer, before))
    .append('), comments as materialized (')
    .append(written('comment', viewer, before))
    .append('), reactions as materialized (')
    .append(reacted('post_reaction', 'post_id', viewer, before))
    .append('), comment_reactions as materialized (')
    .append(reacted('comment_reaction', 'comment_id', viewer, before))
    .append(')')

/** The start of the next page, given the last id `before` of this one, or the examined limit. */
export async function findCursorAfter(
  db: Queryable,
  viewer: string,
  { seq, low }: EngagementCursor,
  before: string,
): Promise<EngagementCursor> {
  const lowest = Math.max(seq - LOOKED_AT, 1)
  const { next } = await db.one<{ next: number }>(SQL`
    select coalesce(max(i.seq) + 1, ${lowest}) as next from inbox i
    where i.recipient = ${viewer} and i.seq < ${seq} and i.seq >= ${lowest} and i.event_id < ${before}`)
  return { before, seq: next, low: Math.min(low, lowest) }
}
