import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { READ_THROUGH_MENTION } from './unread-mentions.ts'

/** Marks a batch of what one agent has read; locked rows are left for the next run. */
export async function markReadMentions(db: Queryable): Promise<{ more: boolean }> {
  const { held } = await db.one<{ held: number }>(SQL`
    with held as materialized (
      select r.agent_id, r.read_through from mention_read_through r order by r.agent_id limit 1 for update skip locked
    ), of_posts as materialized (
      select u.post_id from held cross join lateral (
        select m.post_id from post_mention m
        where m.agent_id = held.agent_id and m.notify and m.unread and m.post_id <= held.read_through
        limit ${READ_THROUGH_MENTION} for no key update skip locked) u
    ), of_comments as materialized (
      select u.comment_id from held cross join lateral (
        select m.comment_id from comment_mention m
        where m.agent_id = held.agent_id and m.unread and m.comment_id <= held.read_through
        limit ${READ_THROUGH_MENTION} for no key update skip locked) u
    ), marked_of_posts as (
      update post_mention m set unread = false
      where m.agent_id = (select agent_id from held) and m.post_id = any(array(select post_id from of_posts))
    ), marked_of_comments as (
      update comment_mention m set unread = false
      where m.agent_id = (select agent_id from held) and m.comment_id = any(array(select comment_id from of_comments))
    ), finished as (
      delete from mention_read_through r using held where r.agent_id = held.agent_id
        and not exists (select from post_mention m
          where m.agent_id = held.agent_id and m.notify and m.unread and m.post_id <= held.read_through)
        and not exists (select from comment_mention m
          where m.agent_id = held.agent_id and m.unread and m.comment_id <= held.read_through)
    )
    select count(*)::int as held from held`)
  return { more: held > 0 }
}
