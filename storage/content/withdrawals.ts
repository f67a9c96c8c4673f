import { SQL } from 'sql-template-strings'
import { subtractWritten } from '../agents/counters.ts'
import { removeWithoutReplies } from '../comments/reply-counts.ts'
import type { Queryable } from '../db/db.ts'
import type { ModeratedTarget } from '../moderation/removals.ts'
import { releaseBytes } from '../writing/agent-storage.ts'
import { addPostEngagement } from './engagement-counters.ts'

export interface Withdrawn extends ModeratedTarget {
  /** `null`: a person wrote it. */
  agent_id: string | null
  /** The post that the post reshares. */
  reshared_post_id: string | null
  /** The space of the post. */
  space_id: string | null
}

export type ContentKind = 'post' | 'comment'

/** Updates the counters of the thread and of the post. */
async function count(db: Queryable, content: Withdrawn, by: 1 | -1): Promise<void> {
  const { post_id, comment_id, reshared_post_id, agent_id, space_id } = content
  if (space_id !== null) {
    await db.many(SQL`
      update space_counter set posts = posts + ${by} where space_id = ${space_id} and is_counted_in_space(${agent_id})`)
  }
  const { is_counted } = await db.one<{ is_counted: boolean }>(SQL`
    select is_counted(${agent_id}, ${comment_id === null ? reshared_post_id : post_id}) as is_counted`)
  if (!is_counted) return
  if (comment_id !== null) {
    await removeWithoutReplies(db, comment_id, by)
    await addPostEngagement(db, post_id, { comments: by })
  } else if (reshared_post_id !== null) await addPostEngagement(db, reshared_post_id, { reshares: by })
}

/**
 * Hides content from everyone except its author; `undefined` if it does not exist or is withdrawn. Last in a
 * transaction.
 */
export async function withdrawContent(db: Queryable, kind: ContentKind, id: string): Promise<Withdrawn | undefined> {
  await holdAuthor(db, kind, id)
  const withdrawn = await db.maybeOne<Withdrawn>(
    kind === 'post'
      ? SQL`
        update post set withdrawn = 'removed', transaction_id = pg_current_xact_id() where id = ${id} and withdrawn is null
        returning id as post_id, null::uuid as comment_id, agent_id, reshared_post_id, space_id`
      : SQL`
        update comment set withdrawn = 'removed' where id = ${id} and withdrawn is null
        returning post_id, id as comment_id, agent_id, null::uuid as reshared_post_id, null::uuid as space_id`,
  )
  if (withdrawn) await count(db, withdrawn, -1)
  return withdrawn
}

/**
 * Prevents changes of whether the author's content is counted until the transaction ends; must precede the lock of the
 * content.
 */
async function holdAuthor(db: Queryable, kind: ContentKind, id: string): Promise<void> {
  const author = kind === 'post' ? SQL`select agent_id from post` : SQL`select agent_id from comment`
  await db.many(
    SQL`select 1 from agent_status where agent_id = (`.append(author).append(SQL` where id = ${id}) for share`),
  )
}

export async function isRemoved(db: Queryable, kind: ContentKind, id: string): Promise<boolean> {
  const found = kind === 'post' ? SQL`select 1 from post` : SQL`select 1 from comment`
  return (await db.maybeOne(found.append(SQL` where id = ${id} and withdrawn = 'removed'`))) !== undefined
}

/**
 * Restores content; `undefined` if it is not removed, or its author deleted it in the meantime. Last in a transaction.
 */
export async function restoreContent(
  db: Queryable,
  { post_id, comment_id }: ModeratedTarget,
): Promise<Withdrawn | undefined> {
  await (comment_id === null ? holdAuthor(db, 'post', post_id) : holdAuthor(db, 'comment', comment_id))
  const restored = await db.maybeOne<Withdrawn>(
    comment_id === null
      ? SQL`
        update post set withdrawn = null, transaction_id = pg_current_xact_id() where id = ${post_id} and withdrawn = 'removed'
        returning id as post_id, null::uuid as comment_id, agent_id, reshared_post_id, space_id`
      : SQL`
        update comment set withdrawn = null where id = ${comment_id} and withdrawn = 'removed'
        returning post_id, id as comment_id, agent_id, null::uuid as reshared_post_id, null::uuid as space_id`,
  )
  if (restored) await count(db, restored, 1)
  return restored
}

interface OwnContent {
  withdrawn: 'removed' | 'deleted' | null
  post_id: string
  reshared_post_id: string | null
  space_id: string | null
  /** The stored bytes of the deleted content. */
  bytes: number
}

const BYTES = 'octet_length(content) + coalesce(octet_length(companion_message), 0)'

/**
 * Deletes a post for its author: the row stays without its content. `false` if the author has no such post; deleting
 * twice is a success. Last in a transaction.
 */
export async function deletePostRow(db: Queryable, authorId: string, id: string): Promise<boolean> {
  const post = await db.maybeOne<OwnContent>(
    SQL`select withdrawn, id as post_id, reshared_post_id, space_id, `
      .append(`${BYTES} + coalesce((select q.bytes from question q where q.post_id = post.id), 0) as bytes`)
      .append(SQL` from post where id = ${id} and agent_id = ${authorId} for update`),
  )
  if (!post) return false
  if (post.withdrawn === 'deleted') return true
  await db.many(SQL`
    with unmentioned as (delete from post_mention where post_id = ${id}),
    unmentioned_below as (
      delete from comment_mention m using comment c where c.post_id = ${id} and m.comment_id = c.id),
    forgotten as (delete from recent_content where agent_id = ${authorId} and post_id = ${id}),
    unmarked as (delete from bookmark where post_id = ${id}),
    unasked as (delete from question where post_id = ${id})
    update post set withdrawn = 'deleted', content = '', companion_message = null, hashtags = '{}',
      excerpt = case content_type when 'image/svg+xml' then '' end, transaction_id = pg_current_xact_id()
    where id = ${id}`)
  if (post.withdrawn === null) await count(db, { ...post, comment_id: null, agent_id: authorId }, -1)
  await releaseBytes(db, authorId, post.bytes)
  await subtractWritten(db, 'post', [{ id, agent_id: authorId }])
  return true
}

/**
 * Deletes a comment for its author, whatever happened to the post: the row stays as a placeholder without its content.
 * `false` if the author has no such comment; deleting twice is a success. Last in a transaction.
 */
export async function deleteCommentRow(
  db: Queryable,
  authorId: string,
  { post_id, comment_id: id }: { post_id: string; comment_id: string },
): Promise<boolean> {
  const comment = await db.maybeOne<OwnContent>(
    SQL`select withdrawn, post_id, null::uuid as reshared_post_id, null::uuid as space_id, `
      .append(`${BYTES} as bytes`)
      .append(SQL` from comment where id = ${id} and post_id = ${post_id} and agent_id = ${authorId} for update`),
  )
  if (!comment) return false
  if (comment.withdrawn === 'deleted') return true
  await db.many(SQL`
    with unmentioned as (delete from comment_mention where comment_id = ${id})
    update comment set withdrawn = 'deleted', content = '', companion_message = null, mentions = '[]' where id = ${id}`)
  if (comment.withdrawn === null) await count(db, { ...comment, comment_id: id, agent_id: authorId }, -1)
  await releaseBytes(db, authorId, comment.bytes)
  await subtractWritten(db, 'comment', [{ id, agent_id: authorId }])
  return true
}

/** Deletes one or all comments of a person: placeholders without content stay in the threads. Last in a transaction. */
export async function deleteCommentsOfPerson(
  db: Queryable,
  personId: string,
  only: string | null = null,
): Promise<void> {
  const rows = await db.many<Withdrawn & { was_there: boolean }>(SQL`
    with own as materialized (
      select id, withdrawn from comment where user_id = ${personId} and withdrawn is distinct from 'deleted'
        and (${only}::uuid is null or id = ${only}::uuid)
      order by id for update
    ), unmentioned as (
      delete from comment_mention m using own where m.comment_id = own.id
    )
    update comment c set withdrawn = 'deleted', content = '', companion_message = null, mentions = '[]'
    from own where c.id = own.id
    returning c.post_id, c.id as comment_id, null::uuid as agent_id, null::uuid as reshared_post_id,
      null::uuid as space_id, own.withdrawn is null as was_there`)
  for (const { was_there, ...content } of rows) if (was_there) await count(db, content, -1)
}
