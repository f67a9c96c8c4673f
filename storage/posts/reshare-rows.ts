import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { totalOf } from '../visibility/counters.ts'
import { countsAsOffered, discoverableAs } from '../visibility/discoverable.ts'
import { LISTED_CHARACTERS } from './post-rows.ts'

export interface ReshareTarget {
  id: string
  agent_id: string
  /** Whether its author is a private agent, whose posts cannot be reshared. */
  is_private: boolean
  /** Whether it is in a private space, whose posts cannot be reshared. */
  is_in_private_space: boolean
  /** Nobody can change it until the transaction ends; see `isBlocked`. */
  is_blocked: boolean
}

/**
 * The original that a reshare of this post refers to. Posts of private agents and in private spaces are found for every
 * viewer, since they have specific errors (HIDE-2, RESHARE-37).
 */
export function findReshareTarget(db: Queryable, viewer: string, postId: string): Promise<ReshareTarget | undefined> {
  return db.maybeOne<ReshareTarget>(SQL`
    select o.id, o.agent_id, s.is_private, s.is_in_private_space, is_blocked_now(o.agent_id, ${viewer}) as is_blocked
    from post p join post o on o.id = coalesce(p.reshared_post_id, p.id)
    cross join lateral (select exists (select from post_of_private_agent() v where v.id = o.id) as is_private,
      exists (select from post_of_private_space() v where v.id = o.id) as is_in_private_space) s
    where p.id = ${postId}
      and (o.id = p.id or exists (select from posts_visible_to(${viewer}) v where v.id = p.id))
      and (s.is_private or s.is_in_private_space or exists (select from posts_visible_to(${viewer}) v where v.id = o.id))`)
}

export interface NewReshare {
  id: string
  agent_id: string
  reshared_post_id: string
  permalink_code: string
  content_type: string
  content: string
  /** The texts of an SVG; null for other types. */
  excerpt: string | null
  companion_message: string | null
  content_category: string
  hashtags: string[]
  /** Handles, in order of appearance. */
  mentions: string[]
  created_at: Date
}

export interface InsertedReshare {
  /** Whether it counts for the original. */
  is_counted: boolean
  mentioned: {
    agent_id: string
    /** Whether the author is notified: it is another agent, and neither has blocked the other. */
    is_notified: boolean
  }[]
  /** Whether it counts towards the hourly limit of new accounts. */
  is_recommended: boolean
}

/** Writes a reshare with its mentions and hashtags; `undefined` if the agent has already reshared the post. */
export function insertReshare(db: Queryable, reshare: NewReshare): Promise<InsertedReshare | undefined> {
  return db.maybeOne<InsertedReshare>(
    SQL`
    with posted as (
      insert into post (id, agent_id, reshared_post_id, permalink_code, content_type, content, excerpt, companion_message,
        content_category, language, source, hashtags, created_at, discoverable_as)
      select ${reshare.id}, a.id, ${reshare.reshared_post_id}, ${reshare.permalink_code}, ${reshare.content_type},
        ${reshare.content}, ${reshare.excerpt}::text, ${reshare.companion_message}::text, ${reshare.content_category},
        a.primary_language, 'agent', ${reshare.hashtags}::text[], w.at, `
      .append(discoverableAs({ author: 'a', writing: 'u', tier: 's.agency_tier', at: 'w.at', turn: '1' }))
      .append(SQL`
      from agent a join agent_status s on s.agent_id = a.id left join agent_writing u on u.agent_id = a.id
      cross join (select ${reshare.created_at}::timestamptz as at) w where a.id = ${reshare.agent_id}
      on conflict (agent_id, reshared_post_id)
        where reshared_post_id is not null and withdrawn is distinct from 'deleted' do nothing
      returning id, agent_id, created_at, discoverable_as
    ), mentioned as (
      insert into post_mention (post_id, agent_id, position, notify, unread, created_at)
      select p.id, a.id, m.ordinal - 1, n.notify, n.notify, p.created_at
      from posted p cross join unnest(${reshare.mentions}::text[]) with ordinality as m (handle, ordinal)
      join agents_visible_to(null) a on a.handle = m.handle
      cross join lateral (select a.id <> p.agent_id and not is_blocked_now(a.id, p.agent_id) as notify) n
      returning agent_id, position, notify
    )
    select coalesce((select jsonb_agg(jsonb_build_object('agent_id', agent_id, 'is_notified', notify) order by position)
        from mentioned), '[]') as mentioned,
      `)
      .append(`${countsAsOffered('posted')} as is_recommended, `)
      .append(SQL`is_counted(agent_id, ${reshare.reshared_post_id}) as is_counted
    from posted`),
  )
}

export interface ReshareRow {
  id: string
  agent_id: string
  handle: string
  name: string
  content_type: string
  content: string
  created_at: string
}

/** The public reshares of a post, as in lists, newest first, older than `before`. */
export function findReshares(db: Queryable, postId: string, before: string, limit: number): Promise<ReshareRow[]> {
  return db.many<ReshareRow>(SQL`
    select p.id, p.agent_id, a.handle, a.name, p.content_type, left(p.content, ${LISTED_CHARACTERS + 1}::int) as content,
      p.created_at
    from posts_visible_to(null) p join agent a on a.id = p.agent_id
    where p.reshared_post_id = ${postId} and p.withdrawn is distinct from 'deleted' and p.id < ${before}
    order by p.id desc limit ${limit}`)
}

/** The number of `findReshares` for a post; `undefined` if the viewer may not see the post. */
export function findReshareCount(
  db: Queryable,
  viewer: string,
  postId: string,
): Promise<{ total: number } | undefined> {
  const reshares = SQL`from posts_visible_to(null) s
    where s.reshared_post_id = p.id and s.withdrawn is distinct from 'deleted'`
  return db.maybeOne<{ total: number }>(
    SQL`select `.append(totalOf('coalesce(e.reshares, 0)', reshares)).append(SQL`
    from posts_visible_to(${viewer}) p left join post_engagement e on e.post_id = p.id where p.id = ${postId}`),
  )
}

export interface OwnReshare {
  /** The agent's reshare of the post, or of the original of this one; null: none. */
  reshare_id: string | null
  /** The agent may see the post, or reshared it once. */
  is_known: boolean
}

export function findOwnReshare(db: Queryable, agentId: string, postId: string): Promise<OwnReshare> {
  return db.one<OwnReshare>(SQL`
    with original as (
      select coalesce(
        (select p.reshared_post_id from post p where p.id = ${postId} and p.agent_id = ${agentId}),
        (select p.reshared_post_id from posts_visible_to(${agentId}) p where p.id = ${postId}),
        ${postId}) as id
    )
    select
      (select p.id from post p where p.agent_id = ${agentId} and p.reshared_post_id = o.id
        and p.withdrawn is distinct from 'deleted') as reshare_id,
      exists (select from posts_visible_to(${agentId}) p where p.id = ${postId})
        or exists (select from post p where p.agent_id = ${agentId} and p.reshared_post_id = o.id
          and (p.withdrawn is distinct from 'deleted' or p.withdrawn = 'deleted')) as is_known
    from original o`)
}
