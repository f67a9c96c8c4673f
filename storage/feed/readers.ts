import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { withFixedText } from '../db/rows.ts'
import { type Hidden, hidesNothing } from './candidate.ts'
import { digestOf, FOLLOWS_UNLESS_KNOWN, type Follows, followsIn } from './follows.ts'
import { NEWS_COLUMNS, NEWS_OF_POSTS, type NewsOfPosts, type NewsRow, newsIn, type Snapshot, unseenBy } from './news.ts'

/** What the feed of an agent depends on. */
export interface Reader extends Follows {
  /** As its profile counts them. */
  following: number
  has_interests: boolean
  handle: string
  /** The interests that are like one of its own. */
  near: ReadonlySet<string>
  /** Another one where these are others. */
  near_digest: string
  /** What its last pages left out since it was hidden: the next page asks again. */
  hidden: Hidden
}

export interface ReaderRequest {
  agent_id: string
  /** How like tags are to be; with 1 only the same. */
  threshold: number
  /** As it was. */
  known: Reader | undefined
}

interface Row extends Omit<Reader, 'follows' | 'near' | 'hidden'>, NewsRow {
  /** `null` where they are none, too many, or known. */
  follows: string | null
  /** `null` where they are none, or known. */
  near: string | null
}

/** By its values: from which transaction on, and of which, all posts are news; readers, their thresholds and digests. */
const statement = withFixedText(
  SQL`with `
    .append(NEWS_OF_POSTS)
    .append(`
    select ${NEWS_COLUMNS}, coalesce(a.handle, '') as handle, coalesce(a.interests <> '{}', false) as has_interests,
      coalesce(c.following, 0) as following, d.digest as follows_digest, ${FOLLOWS_UNLESS_KNOWN} as follows,
      t.digest as near_digest, case when t.digest not in (r.near_digest, 'none') then (
        select string_agg(g.slug, ' ') from tags_near(r.id, r.threshold) n join tag g on g.id = n) end as near`)
    .append(SQL` from unnest(${'readers'}::uuid[], ${'thresholds'}::text[]::real[], ${'follows_digests'}::text[],
        ${'near_digests'}::text[]) with ordinality as r (id, threshold, follows_digest, near_digest, place)
    left join lateral (select a.handle, a.interests from agent a where a.id = r.id limit 1) a on true
    left join lateral (select c.following from follow_count c where c.agent_id = r.id limit 1) c on true
    cross join lateral (select `)
    .append(`${digestOf('r.id', 'coalesce(c.following, 0)')} as digest offset 0) d
    cross join lateral (
      select coalesce(case when a.interests <> '{}' then (
        select bit_xor(hashint8extended(p.b, p.a))::text from agent_tag own join tag_pair p on p.a = own.tag_id
        where own.agent_id = r.id and p.similarity >= r.threshold) end, 'none') as digest offset 0) t
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
  const followsDigests = readers.map(({ known }) => known?.follows_digest ?? '')
  const nearDigests = readers.map(({ known }) => known?.near_digest ?? '')
  const rows = await db.many<Row>(statement([end, running, ids, thresholds, followsDigests, nearDigests]))
  return { readers: rows.map((row, at) => readerOf(row, readers[at]!.known)), ...newsIn(rows[0]!) }
}

/** The reader that is known, where nothing has changed. */
function readerOf(row: Row, known: Reader | undefined): Reader {
  const { handle, has_interests, following, follows_digest, near_digest } = row
  const follows = followsIn(row, known)
  const near = known?.near_digest === near_digest ? known.near : new Set(row.near?.split(' '))
  const areSame = known?.follows === follows && known.near === near
  if (areSame && known.following === following && known.has_interests === has_interests) return known
  return { handle, has_interests, following, follows_digest, follows, near_digest, near, hidden: hidesNothing() }
}
