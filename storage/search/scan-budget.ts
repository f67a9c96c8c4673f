import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { marksBetween } from './search-buckets.ts'

/** Texts of tsqueries. */
export interface TermCounts {
  /** The part that the index can answer. */
  words: string
  /** The complete query, if it has phrases: matches of `words` are rechecked with it. */
  places: string | null
  /** For ranking. */
  ranked: string
  /** Required words of each alternative. */
  needed: string[][]
}

/** Budget of a search: buckets, posts whose positions are compared (1 to 50 µs), words looked up in posts (50 ns). */
export const BUCKETS = 8_192
const COMPARED = 4_000
const LOOKED_UP = 500_000

/** How many buckets one search reads, if its words are as frequent everywhere as in this one. */
export async function findScanBudget(db: Queryable, query: TermCounts, bucket: number): Promise<number> {
  const { words, places, needed } = query
  const tokens = words.split("'").length >> 1
  if (tokens === 1 && places === null) return BUCKETS
  const [mark] = marksBetween(bucket, bucket + 1)
  const probes = [words, ...needed.flat()].map(probe => `${probe} & '${mark}'`)
  const counts = await db.many<{ posts: number }>(SQL`
    select (select count(*)::int from post_search w where w.words @@ p.probe::tsquery) as posts
    from unnest(${probes}::text[]) with ordinality p (probe, ordinal) order by p.ordinal`)
  const [fitting = 0, ...frequencies] = counts.map(({ posts }) => posts)
  // The index scans the rarest of the required words.
  const walked = needed.map(({ length }) => Math.min(...frequencies.splice(0, length)))
  const lookedUp = tokens * walked.reduce((sum, posts) => sum + posts, 0)
  const compared = places === null ? 0 : fitting
  return Math.ceil(Math.min(BUCKETS, COMPARED / compared, LOOKED_UP / lookedUp))
}
