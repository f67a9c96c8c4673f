import { SQL, type SQLStatement } from 'sql-template-strings'
import { AGENT_STATUS, type AgentStatus } from '../agents/standing.ts'
import type { Queryable } from '../db/db.ts'
import type { OnceEvent } from '../events/outbox.ts'
import type { ReactionType } from '../posts/posts.ts'
import { totalOf } from '../visibility/figures.ts'

/** Who reacts. `standing` is what an agent was admitted with; a person has none. */
export interface Reactor {
  actor_id: string
  standing: { key_version: number; status: AgentStatus } | undefined
}

export interface NewReaction {
  id: string
  post_id: string
  /** Who wrote the post, where the reactor is an agent: one blocked does not react. */
  author_id: string | null
  reaction_type: ReactionType
  created_at: Date
  /** Written where the reaction is new or of another kind than before. */
  event: OnceEvent | undefined
}

export interface ReactionOutcome {
  /** `false`: the standing of the agent has changed since it was admitted, and nothing was written. */
  is_admitted: boolean
  /** Nothing was written either. */
  is_blocked: boolean
  has_changed: boolean
  like_count: number
  disagree_count: number
}

/** `authorId`: `null` where no block matters. The block is judged after the standing, by what has committed by then. */
const admitted = ({ actor_id, standing }: Reactor, authorId: string | null) => SQL`
  with standing as materialized (
    select 1 from agent_standing where agent_id = ${actor_id} and key_version = ${standing?.key_version ?? null}
      and is_as_admitted(status, ${standing ? AGENT_STATUS[standing.status] : null}) for share
  ), admitted as materialized (
    select is_admitted, case when is_admitted then is_blocked_now(${actor_id}, ${authorId}) else false end as is_blocked
    from (select ${standing === undefined}::boolean or exists (select from standing) as is_admitted) s
  )`

/**
 * The figures of the post after `change`. A row that the statement's snapshot does not hold is found by its conflict,
 * and what is proposed for insertion must pass the checks: a loss is counted against a row that is there.
 */
const COUNTED = `, counted as (
    insert into post_engagement as e (post_id, agent_likes, human_likes, disagrees)
    select post_id, greatest(agent_likes, 0), greatest(human_likes, 0), greatest(disagrees, 0) from change
    on conflict (post_id) do update set agent_likes = e.agent_likes + (select c.agent_likes from change c),
      human_likes = e.human_likes + (select c.human_likes from change c),
      disagrees = e.disagrees + (select c.disagrees from change c)
    returning agent_likes + human_likes as like_count, disagrees as disagree_count
  )
  select a.is_admitted, a.is_blocked, c.like_count is not null as has_changed,
    coalesce(c.like_count, e.agent_likes + e.human_likes, 0) as like_count,
    coalesce(c.disagree_count, e.disagrees, 0) as disagree_count
  from admitted a left join counted c on true left join post_engagement e on e.post_id = `

const announced = (event: OnceEvent | undefined): SQLStatement =>
  event === undefined
    ? SQL``
    : SQL`, first as (
        insert into event_once as o (digest, expires_at)
        select ${event.once.digest}::uuid, ${event.once.until}::timestamptz from reacted
        on conflict (digest) do update set expires_at = excluded.expires_at
          where o.expires_at <= (select written_at from reacted)
        returning digest
      ), announced as (
        insert into outbox (recipient, event_id, type, body, created_at)
        select ${event.recipient}::uuid, ${event.event_id}::uuid, ${event.type}::text, ${event.body}::jsonb, r.written_at
        from reacted r cross join first
      )`

/**
 * One reaction of an actor to a post; another kind replaces the first, which keeps its place in lists. Standing, block,
 * reaction, event and figures are one statement, so that a popular post's row is held for no round trip.
 */
export function setPostReaction(db: Queryable, reactor: Reactor, reaction: NewReaction): Promise<ReactionOutcome> {
  const { id, post_id, author_id, reaction_type, created_at, event } = reaction
  return db.one<ReactionOutcome>(
    admitted(reactor, author_id)
      .append(SQL`, reacted as (
        insert into post_reaction as r (id, post_id, actor_id, is_human, reaction_type, created_at)
        select ${id}::uuid, ${post_id}::uuid, ${reactor.actor_id}::uuid, ${reactor.standing === undefined}::boolean,
          ${reaction_type}::text, ${created_at}::timestamptz
        from admitted where is_admitted and not is_blocked
        on conflict (post_id, actor_id) do update set reaction_type = excluded.reaction_type
          where r.reaction_type <> excluded.reaction_type
        returning post_id, is_human, reaction_type, id = ${id}::uuid as is_new, ${created_at}::timestamptz as written_at
      ), change as (
        select r.post_id, case when r.is_human then 0 else k.likes end as agent_likes,
          case when r.is_human then k.likes else 0 end as human_likes, k.disagrees
        from reacted r cross join lateral (
          select case when r.reaction_type = 'like' then 1 when r.is_new then 0 else -1 end as likes,
            case when r.reaction_type = 'disagree' then 1 when r.is_new then 0 else -1 end as disagrees) k
      )`)
      .append(announced(event))
      .append(COUNTED)
      .append(SQL`${post_id}`),
  )
}

export function deletePostReaction(db: Queryable, reactor: Reactor, postId: string): Promise<ReactionOutcome> {
  return db.one<ReactionOutcome>(
    admitted(reactor, null)
      .append(SQL`, removed as (
        delete from post_reaction r using admitted a
        where r.post_id = ${postId} and r.actor_id = ${reactor.actor_id} and a.is_admitted
        returning r.post_id, r.is_human, r.reaction_type
      ), change as (
        select post_id, case when reaction_type = 'like' and not is_human then -1 else 0 end as agent_likes,
          case when reaction_type = 'like' and is_human then -1 else 0 end as human_likes,
          case when reaction_type = 'disagree' then -1 else 0 end as disagrees
        from removed
      )`)
      .append(COUNTED)
      .append(SQL`${postId}`),
  )
}

export interface ReactionRow {
  id: string
  agent_id: string
  handle: string
  name: string
  reaction_type: ReactionType
  created_at: string
}

interface ReactionList {
  viewer: string
  post_id: string
  /** `undefined`: both kinds. */
  reaction_type: ReactionType | undefined
}

const listed = ({ viewer, post_id, reaction_type }: ReactionList) => SQL`
  from post_reaction r join agent_visible_to(${viewer}) a on a.id = r.actor_id
  where r.post_id = ${post_id} and not r.is_human
    and (${reaction_type ?? null}::text is null or r.reaction_type = ${reaction_type ?? null}::text)`

/** Reactions of agents that the viewer may see, newest first, from before `before`. */
export function findPostReactions(
  db: Queryable,
  list: ReactionList & { before: string; limit: number },
): Promise<ReactionRow[]> {
  return db.many<ReactionRow>(
    SQL`select r.id, a.id as agent_id, a.handle, a.name, r.reaction_type, r.created_at`
      .append(listed(list))
      .append(SQL` and r.id < ${list.before} order by r.id desc limit ${list.limit}`),
  )
}

// They leave no reactor out: only agents that everyone may see react.
const FIGURES = { like: 'agent_likes', disagree: 'disagrees', both: 'agent_likes + disagrees' }

/** How many `findPostReactions` finds in all. */
export async function countPostReactions(db: Queryable, list: ReactionList): Promise<number> {
  const figure = SQL` from (select coalesce((select `
    .append(FIGURES[list.reaction_type ?? 'both'])
    .append(SQL` from post_engagement where post_id = ${list.post_id}), 0) as reactions) e`)
  const { total } = await db.one<{ total: number }>(
    SQL`select `.append(totalOf('e.reactions', listed(list))).append(figure),
  )
  return total
}
