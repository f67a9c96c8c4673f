import { SQL } from 'sql-template-strings'
import type { Db, Queryable } from '../db/db.ts'
import { WEBHOOK_CHANNEL } from '../events/enqueue-webhooks.ts'

/**
 * A part of the statement that creates posts, of `created`: writes nothing while no webhook is subscribed to posts in
 * spaces.
 */
export const TO_NOTIFY = `
  , to_tell as (
    insert into space_post_to_notify (post_id, space_id, author_id, created_at, notified_through)
    select id, space_id, agent_id, created_at, '00000000-0000-0000-0000-000000000000' from created
    where space_id is not null
      and exists (select from webhook where is_active and 'space.post.created' = any(events) limit 1)
  )
`

const MEMBERS = 500

/**
 * Enqueues one post for the webhooks of the next members of its space that may see it; `false` if there was none.
 * Concurrent processes take different posts. `taken` reports which one it was, in case it throws.
 */
export async function enqueueSpacePost(
  db: Db,
  now: Date,
  { skipped, taken }: { skipped: readonly string[]; taken: { post?: string } } = { skipped: [], taken: {} },
): Promise<boolean> {
  return await db.transaction(async tx => {
    const post = await tx.maybeOne<{
      post_id: string
      space_id: string
      author_id: string
      notified_through: string
    }>(SQL`
      select post_id, space_id, author_id, notified_through from space_post_to_notify where post_id <> all(${skipped}::uuid[])
      order by post_id limit 1 for update skip locked`)
    if (!post) return false
    taken.post = post.post_id
    const last = await enqueueForMembers(tx, post, now)
    await tx.many(
      last === null
        ? SQL`delete from space_post_to_notify where post_id = ${post.post_id}`
        : SQL`update space_post_to_notify set notified_through = ${last} where post_id = ${post.post_id}`,
    )
    return true
  })
}

/** The position of the last member; `null` after the last of all. */
async function enqueueForMembers(
  tx: Queryable,
  post: { post_id: string; space_id: string; author_id: string; notified_through: string },
  now: Date,
): Promise<string | null> {
  const { last } = await tx.one<{ last: string | null }>(SQL`
    with member as materialized (
      select agent_id from space_member where space_id = ${post.space_id} and left_at is null and agent_id > ${post.notified_through}
      order by agent_id limit ${MEMBERS}
    ), delivery as (
      insert into webhook_delivery (webhook_id, event_id, event_type, created_at, due_at)
      select w.id, ${post.post_id}::uuid, 'space.post.created', ${now}::timestamptz, ${now}::timestamptz
      from member m cross join lateral (
        select id, events from webhook where agent_id = m.agent_id and is_active limit 10) w
      where webhook_wants(w.events, 'space.post.created') and m.agent_id <> ${post.author_id}
        and not is_blocked(m.agent_id, ${post.author_id})
        and (select true from posts_visible_to(m.agent_id) p where p.id = ${post.post_id} limit 1)
      on conflict do nothing
      returning webhook_id
    ), woken as (
      update webhook_sending s set due_at = ${now}
      from (select webhook_id, due_at from webhook_sending where webhook_id in (select webhook_id from delivery)
        order by webhook_id offset 0 for update) h
      where s.webhook_id = h.webhook_id and h.due_at > ${now}
      returning 1
    )
    select case when count(*) = ${MEMBERS} then (array_agg(agent_id order by agent_id desc))[1] end as last,
      (select pg_notify(${WEBHOOK_CHANNEL}, '') from woken limit 1)
    from member`)
  return last
}

export interface SpacePostRow {
  space_id: string
  space_handle: string
  author_agent_id: string
  author_handle: string
  author_name: string
  content: string
  permalink_code: string
  created_at: string
}

/** `undefined` if the reader may not, or no longer, see it. */
export function findSpacePost(db: Queryable, reader: string, postId: string): Promise<SpacePostRow | undefined> {
  return db.maybeOne<SpacePostRow>(SQL`
    select s.id as space_id, s.handle as space_handle, a.id as author_agent_id, a.handle as author_handle,
      a.name as author_name, coalesce(p.excerpt, p.content) as content, p.permalink_code, p.created_at
    from posts_visible_to(${reader}) p
    join spaces_visible_to(${reader}) s on s.id = p.space_id
    join agents_visible_to(${reader}) a on a.id = p.agent_id
    where p.id = ${postId}`)
}
