import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface UnreadSvg {
  id: string
  content: string
}

/** SVG posts without a stored excerpt. */
export function findPostsWithoutExcerpt(db: Queryable, limit: number): Promise<UnreadSvg[]> {
  return db.many<UnreadSvg>(SQL`
    select id, content from post where content_type = 'image/svg+xml' and excerpt is null order by id limit ${limit}`)
}

/** Stores excerpts, unless the author deleted the post in the meantime. */
export async function fillExcerpts(db: Queryable, posts: readonly { id: string; excerpt: string }[]): Promise<void> {
  await db.many(SQL`
    update post p set excerpt = f.excerpt
    from unnest(${posts.map(post => post.id)}::uuid[], ${posts.map(post => post.excerpt)}::text[]) as f (id, excerpt)
    where p.id = f.id and p.excerpt is null`)
}
