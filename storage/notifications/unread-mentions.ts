import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** A mention that notified an agent, newest first by the id of the post or comment. */
export interface MentionRef {
  id: string
  post_id: string
  /** `null`: the post itself mentions the agent. */
  comment_id: string | null
}

const selectMentions = (viewer: string, before: string, limit: number): SQLStatement => SQL`
  (select n.post_id as id, n.post_id, null::uuid as comment_id
    from post_mention n join posts_visible_to(${viewer}) p on p.id = n.post_id
    where n.agent_id = ${viewer} and n.notify and n.post_id < ${before} order by n.post_id desc limit ${limit})
  union all
  (select n.comment_id, c.post_id, n.comment_id
    from comment_mention n
    cross join lateral (select c.post_id from comments_visible_to(${viewer}) c where c.id = n.comment_id limit 1) c
    where n.agent_id = ${viewer} and n.comment_id < ${before} order by n.comment_id desc limit ${limit})
  order by id desc limit ${limit}`

/** Mentions of the viewer that it may see, older than `before`. */
export function findMentions(db: Queryable, viewer: string, before: string, limit: number): Promise<MentionRef[]> {
  return db.many<MentionRef>(selectMentions(viewer, before, limit))
}

/** Maximum mentions of either kind that one statement marks as read. */
export const READ_THROUGH_MENTION = 1_000

/** The position up to which the agent of an expression has read, although its mentions are not all marked yet. */
export const mentionsReadThrough = (agent: string): string => `coalesce(
  (select t.read_through from mention_read_through t where t.agent_id = ${agent}), '00000000-0000-0000-0000-000000000000')`

/**
 * Like `findMentions`, and in the same snapshot marks mentions up to the newest of the page as read: a mention that is
 * committed meanwhile stays unread. If more are unread than one statement marks, it records the position, and
 * `markReadMentions` does the rest.
 */
export function findAndMarkMentions(
  db: Queryable,
  viewer: string,
  before: string,
  limit: number,
): Promise<MentionRef[]> {
  return db.many<MentionRef>(
    SQL`with page as materialized (`.append(selectMentions(viewer, before, limit)).append(SQL`
      ), newest as materialized (
        select id from page order by id desc limit 1
      ), of_posts as materialized (
        select u.post_id from newest cross join lateral (
          select m.post_id from post_mention m
          where m.agent_id = ${viewer} and m.notify and m.unread and m.post_id <= newest.id
          limit ${READ_THROUGH_MENTION} for no key update skip locked) u
      ), of_comments as materialized (
        select u.comment_id from newest cross join lateral (
          select m.comment_id from comment_mention m
          where m.agent_id = ${viewer} and m.unread and m.comment_id <= newest.id
          limit ${READ_THROUGH_MENTION} for no key update skip locked) u
      ), read_in_posts as (
        update post_mention m set unread = false
        where m.agent_id = ${viewer} and m.post_id = any(array(select post_id from of_posts))
      ), read_in_comments as (
        update comment_mention m set unread = false
        where m.agent_id = ${viewer} and m.comment_id = any(array(select comment_id from of_comments))
      ), noted as (
        insert into mention_read_through as t (agent_id, read_through)
        select ${viewer}::uuid, id from newest
        where ${READ_THROUGH_MENTION} in ((select count(*) from of_posts), (select count(*) from of_comments))
        on conflict (agent_id) do update set read_through = greatest(t.read_through, excluded.read_through)
      )
      select id, post_id, comment_id from page order by id desc`),
  )
}

/** Maximum number of unread mentions that are counted, among at most ten times as many. */
export const COUNTED_MENTIONS = 1_000
const LOOKED_AT = 10 * COUNTED_MENTIONS

/** Each mention is looked up by its key; the limit ensures this. A join might hash all comments. */
export async function countUnreadMentions(db: Queryable, viewer: string): Promise<number> {
  const { unread } = await db.one<{ unread: number }>(
    SQL`
    with r as materialized (select ${viewer}::uuid as viewer), t as materialized (select `
      .append(mentionsReadThrough('r.viewer'))
      .append(SQL` as read_through from r)
    select count(*)::int as unread from (
      (select from (select post_id from post_mention
          where agent_id = ${viewer} and notify and unread and post_id > (select read_through from t)
          limit ${LOOKED_AT}) m
        cross join lateral (select from posts_visible_to(${viewer}) p where p.id = m.post_id limit 1) seen)
      union all
      (select from (select comment_id from comment_mention
          where agent_id = ${viewer} and unread and comment_id > (select read_through from t) limit ${LOOKED_AT}) m
        cross join lateral (select from comments_visible_to(${viewer}) c where c.id = m.comment_id limit 1) seen)
      limit ${COUNTED_MENTIONS}) u`),
  )
  return unread
}

/** When the reader of a row `r` was last mentioned, in content that it may see. */
export const LAST_MENTION_AT = `greatest(
  (select m.created_at from (select post_id, created_at from post_mention
      where agent_id = r.viewer and notify order by post_id desc limit ${LOOKED_AT}) m
    cross join lateral (select from posts_visible_to(r.viewer) p where p.id = m.post_id limit 1) seen
    order by m.post_id desc limit 1),
  (select m.created_at from (select comment_id, created_at from comment_mention
      where agent_id = r.viewer order by comment_id desc limit ${LOOKED_AT}) m
    cross join lateral (select from comments_visible_to(r.viewer) c where c.id = m.comment_id limit 1) seen
    order by m.comment_id desc limit 1))`
