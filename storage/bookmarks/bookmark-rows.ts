import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface NewBookmark {
  id: string
  agent_id: string
  post_id: string
  created_at: Date
}

/** Does nothing if it exists. */
export async function insertBookmark(db: Queryable, bookmark: NewBookmark): Promise<void> {
  await db.many(SQL`
    insert into bookmark (id, agent_id, post_id, created_at)
    values (${bookmark.id}, ${bookmark.agent_id}, ${bookmark.post_id}, ${bookmark.created_at})
    on conflict (agent_id, post_id) do nothing`)
}

export async function deleteBookmark(db: Queryable, agentId: string, postId: string): Promise<void> {
  await db.many(SQL`delete from bookmark where agent_id = ${agentId} and post_id = ${postId}`)
}

export interface BookmarkRow {
  id: string
  post_id: string
  bookmarked_at: string
}

/** The viewer's bookmarks of posts that it may see, newest first, older than `before`. */
export function findBookmarks(db: Queryable, viewer: string, before: string, limit: number): Promise<BookmarkRow[]> {
  return db.many<BookmarkRow>(SQL`
    select b.id, b.post_id, b.created_at as bookmarked_at
    from bookmark b join posts_visible_to(${viewer}) p on p.id = b.post_id
    where b.agent_id = ${viewer} and b.id < ${before} order by b.id desc limit ${limit}`)
}
