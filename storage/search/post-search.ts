import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { findScanBudget, type TermCounts } from './scan-budget.ts'
import { marksBetween, PRIVATE_MARK, spaceMark, startBelow } from './search-buckets.ts'

/** A search result with its ranking factors. */
export interface FoundPostRow {
  id: string
  created_at: string
  /** Relevance, comparable within one search. */
  relevance: number
  /** Number of agents and people that liked or reshared it. */
  engaged: number
}

export interface PostSearch {
  viewer: string
  query: TermCounts
  /** Only posts below this id. */
  before: string
  limit: number
}

export interface ScannedPosts {
  /** Newest first. */
  found: FoundPostRow[]
  /** The position to continue from, if the search reached its scan budget. */
  end: string | undefined
}

/** Buckets in the first range; after an empty range, the next is so many times as long as all before. */
const FIRST = 2
const GROWTH = 64
/** Ranges are longer than estimated by this factor, so that one is usually sufficient. */
const MARGIN = 1.25

/**
 * The newest matching posts that the viewer may see, range by range, each as long as the hit rate so far suggests.
 *
 * Posts are indexed in buckets by age: the tsvector of a post has marks for its bucket, so a GIN index finds words
 * within a range of buckets. The cost of a search is bounded by the scan budget.
 */
export async function findMatchingPosts(
  db: Queryable,
  { viewer, query, before, limit }: PostSearch,
): Promise<ScannedPosts> {
  const { bucket, spaces } = await findWhereabouts(db, viewer, before)
  if (bucket === null) return { found: [], end: undefined }
  const top = bucket + 1
  const words = `${query.words} & (${[`!'${PRIVATE_MARK}'`, ...spaces.map(space => `'${spaceMark(space)}'`)].join(' | ')})`
  const found: FoundPostRow[] = []
  let [end, lowest] = [top, Math.max(0, top - FIRST)]
  for (let length = FIRST; end > lowest && found.length < limit; ) {
    const start = Math.max(lowest, startBelow(end, length))
    const stretch = { viewer, query, before: found.at(-1)?.id ?? before, limit: limit - found.length }
    found.push(...(await searchStretch(db, { ...stretch, words: within(words, start, end) })))
    if (end === top && start > 0 && found.length < limit)
      lowest = Math.max(0, start - (await findScanBudget(db, query, start)))
    end = start
    const isFoundIn = (top - end) / found.length
    length = Math.ceil(Math.min((top - end) * GROWTH, (limit - found.length) * isFoundIn * MARGIN))
  }
  return { found, end: end === 0 || found.length === limit ? undefined : await findFirstId(db, end) }
}

/** Down to the oldest, where there are no marks: these would have to be compared with all posts. */
const within = (words: string, start: number, end: number) =>
  start === 0 ? words : `${words} & (${anyOf(marksBetween(start, end))})`

const anyOf = (marks: readonly string[]) => marks.map(mark => `'${mark}'`).join(' | ')

interface Whereabouts {
  bucket: number | null
  /** Private spaces of which the viewer is a member. */
  spaces: string[]
}

const findWhereabouts = (db: Queryable, viewer: string, before: string): Promise<Whereabouts> =>
  db.one<Whereabouts>(SQL`
    select (select b.number from post_bucket b where b.first_id <= ${before} order by b.first_id desc limit 1) as bucket,
      array(select m.space_id from space_member m where m.agent_id = ${viewer} and m.left_at is null
        and (select s.visibility = 'private' from space s where s.id = m.space_id)) as spaces`)

async function findFirstId(db: Queryable, bucket: number): Promise<string> {
  const { first_id } = await db.one<{ first_id: string }>(
    SQL`select first_id from post_bucket where number = ${bucket}`,
  )
  return first_id
}

interface Stretch extends PostSearch {
  words: string
}

/**
 * Scalar subqueries and a lateral join: with plain joins the planner may scan the whole table. offset 0: by its index.
 */
function searchStretch(db: Queryable, { viewer, words, query, before, limit }: Stretch): Promise<FoundPostRow[]> {
  return db.many<FoundPostRow>(SQL`
    with hit as materialized (
      select w.post_id from (select post_id, words from post_search where words @@ ${words}::tsquery offset 0) w
      where w.post_id < ${before} and (${query.places}::tsquery is null or w.words @@ ${query.places}::tsquery)
    ), found as materialized (
      select p.id, p.created_at from (select post_id from hit order by post_id desc) h
      cross join lateral (
        select p.id, p.created_at from posts_visible_to(${viewer}) p where p.id = h.post_id and p.withdrawn is null limit 1) p
      order by h.post_id desc limit ${limit}
    )
    select f.id, f.created_at,
      (select ts_rank(w.words, ${query.ranked}::tsquery, 1) from post_search w where w.post_id = f.id)::float8 as relevance,
      coalesce((select e.agent_likes + e.human_likes + e.reshares from post_engagement e where e.post_id = f.id), 0)
        as engaged
    from found f order by f.id desc`)
}

export interface PostText {
  id: string
  content: string
}

/** The full content of posts that the viewer may see. */
export async function findPostTexts(db: Queryable, viewer: string, ids: readonly string[]): Promise<PostText[]> {
  if (ids.length === 0) return []
  return await db.many<PostText>(SQL`
    select p.id, p.content from unnest(${ids}::uuid[]) i (id)
    cross join lateral (select p.* from posts_visible_to(${viewer}) p where p.id = i.id limit 1) p`)
}
