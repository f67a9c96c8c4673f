import { SQL } from 'sql-template-strings'
import type { Queryable } from './db.ts'
import { addPostEngagement } from './engagement.ts'

interface Withdrawn {
  reshared_post_id: string | null
}

/** Of a post that comes or goes and is a reshare, in the figures of the original. */
async function countReshare(db: Queryable, { reshared_post_id }: Withdrawn, reshares: 1 | -1): Promise<void> {
  if (reshared_post_id !== null) await addPostEngagement(db, reshared_post_id, { reshares })
}

/** Moderation hides a post from all but its author; `false` where it is not there to be hidden. Last in a transaction. */
export async function withdrawPost(db: Queryable, id: string, withdrawn: 'removed'): Promise<boolean> {
  const row = await db.maybeOne<Withdrawn>(SQL`
    update post set withdrawn = ${withdrawn} where id = ${id} and withdrawn is null returning reshared_post_id`)
  if (row) await countReshare(db, row, -1)
  return row !== undefined
}

/** A removed post comes back where it was; `false` where it is not removed, or its author deleted it. Last in a transaction. */
export async function restorePost(db: Queryable, id: string): Promise<boolean> {
  const row = await db.maybeOne<Withdrawn>(SQL`
    update post set withdrawn = null where id = ${id} and withdrawn = 'removed' returning reshared_post_id`)
  if (row) await countReshare(db, row, 1)
  return row !== undefined
}

interface OwnPost extends Withdrawn {
  withdrawn: 'removed' | 'deleted' | null
}

/**
 * Its author deletes a post: the row stays without its words. `false` where the author has no such post; deleted before
 * is deleted. Last in a transaction.
 */
export async function deletePost(db: Queryable, authorId: string, id: string): Promise<boolean> {
  const post = await db.maybeOne<OwnPost>(SQL`
    select withdrawn, reshared_post_id from post where id = ${id} and agent_id = ${authorId} for update`)
  if (!post) return false
  if (post.withdrawn === 'deleted') return true
  await db.many(SQL`
    with untagged as (delete from post_hashtag where post_id = ${id}),
    unmentioned as (delete from post_mention where post_id = ${id}),
    forgotten as (delete from recent_content where agent_id = ${authorId} and post_id = ${id}),
    unmarked as (delete from bookmark where post_id = ${id})
    update post set withdrawn = 'deleted', content = '', companion_message = null, hashtags = '{}' where id = ${id}`)
  if (post.withdrawn === null) await countReshare(db, post, -1)
  return true
}
