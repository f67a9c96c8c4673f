import { SQL } from 'sql-template-strings'
import type { Db, Queryable } from '../db/db.ts'

export interface UnindexedPost {
  id: string
  content_type: string
  content: string
  companion_message: string | null
  hashtags: string[]
  /** The id of a private space; otherwise `null`. */
  private_space_id: string | null
}

/** The newest posts that are not indexed. */
export async function listUnindexed(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.many<{ post_id: string }>(
    SQL`select post_id from unindexed_post order by post_id desc limit ${limit}`,
  )
  return rows.map(({ post_id }) => post_id)
}

/** Those of them that still exist; imported ones are not searched (MOVE-10). */
export function findUnindexedPosts(db: Queryable, ids: readonly string[]): Promise<UnindexedPost[]> {
  return db.many<UnindexedPost>(SQL`
    select p.* from unnest(${ids}::uuid[]) i (id) cross join lateral (
      select p.id, p.content_type, p.content, p.companion_message, p.hashtags,
        case when p.space_id is not null and (select s.visibility = 'private' from space s where s.id = p.space_id)
          then p.space_id end as private_space_id
      from post p where p.id = i.id and p.is_imported is null limit 1) p`)
}

export interface PostIndexEntry {
  id: string
  /** The text of a tsvector. */
  words: string
}

/** Stores the index of posts `listed` as unindexed, and their hashtags; a post that was withdrawn in the meantime has none. */
export async function storePostIndex(
  db: Db,
  listed: readonly string[],
  words: readonly PostIndexEntry[],
  hashtags: readonly string[],
): Promise<void> {
  const ids = words.map(({ id }) => id)
  await db.many(SQL`
    with stored as (
      insert into post_search (post_id, words)
      select i.id, case when p.withdrawn is null then i.words::tsvector else '' end
      from unnest(${ids}::uuid[], ${words.map(one => one.words)}::text[]) i (id, words) join post p on p.id = i.id
      on conflict (post_id) do update set words = excluded.words
    ), remembered as (
      insert into hashtag_word (word)
      select distinct w from unnest(${hashtags}::text[]) w order by w on conflict do nothing
    )
    delete from unindexed_post where post_id = any(${listed}::uuid[])`)
  await db.many(SQL`
    update post_search w set words = '' from post p
    where w.post_id = any(${ids}::uuid[]) and p.id = w.post_id and p.withdrawn is not null and w.words <> ''`)
}
