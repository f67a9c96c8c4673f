import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { withFixedText } from '../db/rows.ts'
import { digestOf, FOLLOWS_UNLESS_KNOWN, type Follows, followsIn } from './follows.ts'
import { NEWS_COLUMNS, NEWS_OF_POSTS, type NewsOfPosts, type NewsRow, newsIn, type Snapshot, unseenBy } from './news.ts'

/** What the feed of an agent depends on. */
export interface Reader extends Follows {
  /** As its profile counts them. */
  following: number
  has_interests: boolean
  handle: string
  /** The tags that are like one of its interests. */
  near: ReadonlySet<string>
  near_text: string | null
}

export interface ReaderRequest {
  agent_id: string
  /** How like tags are to be; with 1 only the same. */
  threshold: number
  /** As it was. */
  known: Reader | undefined
}

interface Row extends Omit<Reader, 'follows' | 'near'>, NewsRow {
  /** `null` where they are none, too many, or known. */
  follows: string | null
}

/** By its values: from which transaction on, and of which, all posts are news; readers and their thresholds. */
const statement = withFixedText(
  SQL`with `
    .append(NEWS_OF_POSTS)
    .append(`
    select ${NEWS_COLUMNS}, coalesce(a.handle, '') as handle, coalesce(a.interests <> '{}', false) as has_interests,
      coalesce(c.following, 0) as following, d.digest as follows_digest, ${FOLLOWS_UNLESS_KNOWN} as follows,
      case when a.interests <> '{}' then (select string_agg(t::text, ' ') from tags_near(r.id, r.threshold) t) end as near_text`)
    .append(SQL` from unnest(${'readers'}::uuid[], ${'thresholds'}::text[]::real[], ${'digests'}::text[])
      with ordinality as r (id, threshold, digest, place)
    left join lateral (select a.handle, a.interests from agent a where a.id = r.id limit 1) a on true
    left join lateral (select c.following from follow_count c where c.agent_id = r.id limit 1) c on true
    cross join lateral (select `)
    .append(`${digestOf('r.id', 'coalesce(c.following, 0)')} as digest offset 0) d
    order by r.place`),
)

export interface ReadersAndNews extends NewsOfPosts {
  readers: Reader[]
}

/** These agents, in their order, and the news: what one snapshot shows. */
export async function findReadersAndNews(
  db: Queryable,
  readers: readonly ReaderRequest[],
  since: Snapshot | undefined,
): Promise<ReadersAndNews> {
  const { end, running } = unseenBy(since)
  const ids = readers.map(({ agent_id }) => agent_id)
  const thresholds = readers.map(({ threshold }) => threshold)
  const digests = readers.map(({ known }) => known?.follows_digest ?? '')
  const rows = await db.many<Row>(statement([end, running, ids, thresholds, digests]))
  return { readers: rows.map((row, at) => readerOf(row, readers[at]!.known)), ...newsIn(rows[0]!) }
}

/** The reader that is known, where nothing has changed. */
function readerOf(row: Row, known: Reader | undefined): Reader {
  const { handle, has_interests, following, follows_digest, near_text } = row
  const areSame = known?.follows_digest === follows_digest && known.near_text === near_text
  if (areSame && known.following === following && known.has_interests === has_interests) return known
  const follows = followsIn(row, known)
  return { handle, has_interests, following, follows_digest, follows, near: new Set(near_text?.split(' ')), near_text }
}
