import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { BUCKET_POSTS } from './search-buckets.ts'

interface Bucket {
  number: number
  first_id: string
  posts: number
}

const OLDEST = '00000000-0000-0000-0000-000000000000'

/**
 * Assigns new posts, whose ids increase, to buckets. A full bucket is followed by a new one starting above all indexed
 * ids: the posts of a bucket are newer than those of the previous one.
 */
export async function allotBuckets(db: Queryable, ids: readonly string[]): Promise<void> {
  const last = await db.maybeOne<Bucket>(
    SQL`select number, first_id, posts from post_bucket order by number desc limit 1`,
  )
  const newest = await db.maybeOne<{ id: string }>(
    SQL`select post_id as id from post_search order by post_id desc limit 1`,
  )
  const above = newest?.id ?? OLDEST
  const grown = new Map<number, Bucket>()
  let bucket = last ?? { number: 0, first_id: OLDEST, posts: 0 }
  for (const id of ids.filter(id => id >= bucket.first_id)) {
    if (bucket.posts >= BUCKET_POSTS && id > above) bucket = { number: bucket.number + 1, first_id: id, posts: 0 }
    bucket = { ...bucket, posts: bucket.posts + 1 }
    grown.set(bucket.number, bucket)
  }
  await storeBuckets(db, [...grown.values()])
}

async function storeBuckets(db: Queryable, buckets: readonly Bucket[]): Promise<void> {
  await db.many(SQL`
    insert into post_bucket (number, first_id, posts)
    select * from unnest(${buckets.map(({ number }) => number)}::int[], ${buckets.map(one => one.first_id)}::uuid[],
      ${buckets.map(({ posts }) => posts)}::int[])
    on conflict (number) do update set posts = excluded.posts`)
}

/** The bucket of each post; posts older than all buckets are in the first. */
export async function findBuckets(db: Queryable, ids: readonly string[]): Promise<Map<string, number>> {
  const found = await db.many<{ id: string; number: number }>(SQL`
    select i.id, coalesce(
      (select b.number from post_bucket b where b.first_id <= i.id order by b.first_id desc limit 1), 0) as number
    from unnest(${ids}::uuid[]) i (id)`)
  return new Map(found.map(({ id, number }) => [id, number]))
}
