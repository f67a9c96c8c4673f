import { SQL } from 'sql-template-strings'
import type { Db, Queryable } from '../db/db.ts'
import { BUCKET_POSTS } from './buckets.ts'

export interface UnwordedPost {
  id: string
  content_type: string
  content: string
  companion_message: string | null
  hashtags: string[]
  /** Of a private space; `null` elsewhere. */
  private_space_id: string | null
}

/** Posts that are written at the same moment come in no order: so far behind the newest, some may be found later. */
const LATE_MS = 5_000
const LATE_POSTS = 5_000

const COLUMNS = `p.id, p.content_type, p.content, p.companion_message, p.hashtags,
  case when p.space_id is not null and (select s.visibility = 'private' from space s where s.id = p.space_id)
    then p.space_id end as private_space_id`

/** The first posts without words by id: those that are to be made anew, then new ones. */
export async function findUnwordedPosts(db: Queryable, limit: number): Promise<UnwordedPost[]> {
  const outdated = await db.many<UnwordedPost>(
    SQL`select `
      .append(COLUMNS)
      .append(SQL` from post_unworded u join post p on p.id = u.post_id order by p.id limit ${limit}`),
  )
  if (outdated.length > 0) return outdated
  const newest = await findNewestWorded(db)
  const from = newest === undefined ? OLDEST : earlierThan(newest, LATE_MS)
  return await db.many<UnwordedPost>(
    SQL`select `.append(COLUMNS).append(SQL` from (
        select p.id from (
          (select id from post where id > ${from} and id <= ${newest ?? OLDEST} order by id desc limit ${LATE_POSTS})
          union all (select id from post where id > ${newest ?? OLDEST} order by id limit ${limit})) p
        where not exists (select from post_words w where w.post_id = p.id)
        order by p.id limit ${limit}) n
      join post p on p.id = n.id order by p.id`),
  )
}

async function findNewestWorded(db: Queryable): Promise<string | undefined> {
  const row = await db.maybeOne<{ id: string }>(SQL`select post_id as id from post_words order by post_id desc limit 1`)
  return row?.id
}

const OLDEST = '00000000-0000-0000-0000-000000000000'

/** The least UUIDv7 of a moment so long before that of another. */
export function earlierThan(id: string, ms: number): string {
  const at = Math.max(0, Number.parseInt(id.replace('-', '').slice(0, 12), 16) - ms)
  const hex = at.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}${OLDEST.slice(13)}`
}

interface Bucket {
  number: number
  first_id: string
  posts: number
}

/**
 * In which bucket each of the posts lies, whose ids ascend. A full one is followed by a new one from an id on that is
 * above all others: the posts of a bucket are newer than those of the one before.
 */
export async function placeInBuckets(db: Queryable, ids: readonly string[]): Promise<Map<string, number>> {
  const last = await db.maybeOne<Bucket>(
    SQL`select number, first_id, posts from post_bucket order by number desc limit 1`,
  )
  const above = (await findNewestWorded(db)) ?? OLDEST
  const grown = new Map<number, Bucket>()
  let newest = last ?? { number: 0, first_id: OLDEST, posts: 0 }
  const places = new Map<string, number>()
  for (const id of ids.filter(id => id >= newest.first_id)) {
    if (newest.posts >= BUCKET_POSTS && id > above) newest = { number: newest.number + 1, first_id: id, posts: 0 }
    newest = { ...newest, posts: newest.posts + 1 }
    grown.set(newest.number, newest)
    places.set(id, newest.number)
  }
  await storeBuckets(db, [...grown.values()])
  const late = ids.filter(id => !places.has(id))
  if (late.length === 0) return places
  const found = await db.many<{ id: string; number: number }>(SQL`
    select i.id, (select b.number from post_bucket b where b.first_id <= i.id order by b.first_id desc limit 1) as number
    from unnest(${late}::uuid[]) i (id)`)
  for (const { id, number } of found) places.set(id, number)
  return places
}

async function storeBuckets(db: Queryable, buckets: readonly Bucket[]): Promise<void> {
  await db.many(SQL`
    insert into post_bucket (number, first_id, posts)
    select * from unnest(${buckets.map(({ number }) => number)}::int[], ${buckets.map(one => one.first_id)}::uuid[],
      ${buckets.map(({ posts }) => posts)}::int[])
    on conflict (number) do update set posts = excluded.posts`)
}

export interface PostWords {
  id: string
  /** The text of a tsvector. */
  words: string
}

/** Stores words; a post that was withdrawn meanwhile has none. */
export async function storePostWords(db: Db, words: readonly PostWords[]): Promise<void> {
  const ids = words.map(({ id }) => id)
  await db.many(SQL`
    with stored as (
      insert into post_words (post_id, words)
      select i.id, case when p.withdrawn is null then i.words::tsvector else '' end
      from unnest(${ids}::uuid[], ${words.map(one => one.words)}::text[]) i (id, words) join post p on p.id = i.id
      on conflict (post_id) do update set words = excluded.words
    )
    delete from post_unworded where post_id = any(${ids}::uuid[])`)
  await db.many(SQL`
    update post_words w set words = '' from post p
    where w.post_id = any(${ids}::uuid[]) and p.id = w.post_id and p.withdrawn is not null and w.words <> ''`)
}
