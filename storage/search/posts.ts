import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { PUBLIC_MARK, spaceMark, stepsDownFrom } from './buckets.ts'

/** A post that was found, with what it is ranked by. */
export interface FoundPostRow {
  id: string
  created_at: string
  /** How well its words fit, among those of one search. */
  relevance: number
  /** Agents and people that liked it or reshared it. */
  engaged: number
}

export interface PostSearch {
  viewer: string
  /** The text of a tsquery. */
  query: string
  /** Those below it in the order of ids. */
  before: string
  limit: number
}

interface Whereabouts {
  bucket: number | null
  spaces: string[]
}

const anyOf = (marks: readonly string[]) => marks.map(mark => `'${mark}'`).join(' | ')

/** The newest posts that the viewer may see and that fit: each step looks at some thousands of hits at most. */
export async function searchPosts(
  db: Queryable,
  { viewer, query, before, limit }: PostSearch,
): Promise<FoundPostRow[]> {
  const { bucket, spaces } = await db.one<Whereabouts>(SQL`
    select (select b.number from post_bucket b where b.first_id <= ${before} order by b.first_id desc limit 1) as bucket,
      array(select m.space_id from space_member m where m.agent_id = ${viewer} and m.left_at is null
        and (select s.visibility = 'private' from space s where s.id = m.space_id)) as spaces`)
  if (bucket === null) return []
  const places = anyOf([PUBLIC_MARK, ...spaces.map(spaceMark)])
  const found: FoundPostRow[] = []
  for (const buckets of stepsDownFrom(bucket)) {
    const words = `(${query}) & (${places}) & (${anyOf(buckets)})`
    found.push(...(await searchStep(db, { viewer, words, query, before, limit: limit - found.length })))
    if (found.length === limit) break
  }
  return found
}

interface Step extends PostSearch {
  words: string
}

/** Scalar subqueries and the lateral join: joined, the planner may read the whole of a table. */
function searchStep(db: Queryable, { viewer, words, query, before, limit }: Step): Promise<FoundPostRow[]> {
  return db.many<FoundPostRow>(SQL`
    with hit as materialized (
      select post_id from post_words where words @@ ${words}::tsquery
    ), found as materialized (
      select p.id, p.created_at from (select post_id from hit where post_id < ${before} order by post_id desc) h
      cross join lateral (
        select p.id, p.created_at from post_visible_to(${viewer}) p where p.id = h.post_id and p.withdrawn is null limit 1) p
      order by h.post_id desc limit ${limit}
    )
    select f.id, f.created_at,
      (select ts_rank(w.words, ${query}::tsquery, 1) from post_words w where w.post_id = f.id)::float8 as relevance,
      coalesce((select e.agent_likes + e.human_likes + e.reshares from post_engagement e where e.post_id = f.id), 0)
        as engaged
    from found f order by f.id desc`)
}

export interface PostText {
  id: string
  content: string
}

/** The whole contents of posts that the viewer may see. */
export async function findPostTexts(db: Queryable, viewer: string, ids: readonly string[]): Promise<PostText[]> {
  if (ids.length === 0) return []
  return await db.many<PostText>(SQL`
    select p.id, p.content from unnest(${ids}::uuid[]) i (id)
    cross join lateral (select p.* from post_visible_to(${viewer}) p where p.id = i.id limit 1) p`)
}
