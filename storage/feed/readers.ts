import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { withFixedText } from '../db/rows.ts'
import { NEWS, NEWS_TOLD, type PostNews, SNAPSHOT, type Snapshot, unseenBy } from './news.ts'

/** What the feed of an agent depends on. */
export interface Reader {
  /** As its profile counts them. */
  following: number
  has_interests: boolean
  handle: string
  /** Whom it follows; `null`: too many to be kept. */
  follows: ReadonlySet<string> | null
  /** Another one where it follows others. */
  follows_digest: string
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

const UUID_CHARACTERS = 36

/** An agent that follows more is read to by the statements of `feed.ts`. */
const FOLLOWS = 5_000

interface Row extends Omit<Reader, 'follows' | 'near'> {
  /** `null` where they are none, too many, or known. */
  follows: string | null
  snapshot: string
  session: string
  /** In the first row. */
  news: PostNews[] | null
}

/** By its values: readers and their thresholds; from which transaction on, and of which, all posts are news. */
const statement = withFixedText(
  SQL`with news as materialized (
      (select `
    .append(NEWS)
    .append(SQL` from post p where p.transaction_id >= ${'end'}::xid8 order by p.transaction_id limit `)
    .append(`${NEWS_TOLD})
      union all (select ${NEWS}`)
    .append(SQL` from post p where p.transaction_id = any(${'running'}::text[]::xid8[]) limit `)
    .append(`${NEWS_TOLD})
    )
    select ${SNAPSHOT}, case when r.place = 1 then (select jsonb_agg(n) from news n) end as news,
      coalesce(a.handle, '') as handle, coalesce(a.interests <> '{}', false) as has_interests,
      coalesce(c.following, 0) as following,
      d.digest as follows_digest, case when d.digest not in (r.digest, 'none', 'many') then (
        select string_agg(f.followed_id::text, '') from follow f where f.follower_id = r.id) end as follows,
      case when a.interests <> '{}' then (select string_agg(t::text, ' ') from tags_near(r.id, r.threshold) t) end as near_text`)
    .append(SQL` from unnest(${'readers'}::uuid[], ${'thresholds'}::text[]::real[], ${'digests'}::text[])
      with ordinality as r (id, threshold, digest, place)
    left join lateral (select a.handle, a.interests from agent a where a.id = r.id limit 1) a on true
    left join lateral (select c.following from follow_count c where c.agent_id = r.id limit 1) c on true
    cross join lateral (
      select case when coalesce(c.following, 0) > `)
    .append(`${FOLLOWS} then 'many' else coalesce((
        select bit_xor(uuid_hash_extended(f.followed_id, 0))::text from follow f where f.follower_id = r.id), 'none')
      end as digest offset 0) d
    order by r.place`),
)

export interface ReadersAndNews {
  readers: Reader[]
  snapshot: Snapshot
  /**
   * What was written, withdrawn or brought back by the transactions that `since` does not show, whatever the ids and times
   * of the posts are; of nothing before the first.
   */
  news: PostNews[]
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
  const [{ snapshot: text, session, news }] = rows as [Row]
  return {
    readers: rows.map((row, at) => readerOf(row, readers[at]!.known)),
    snapshot: { text, session },
    news: news ?? [],
  }
}

/** The reader that is known, where nothing has changed. */
function readerOf(row: Row, known: Reader | undefined): Reader {
  const { handle, has_interests, following, follows_digest, near_text } = row
  const areSame = known?.follows_digest === follows_digest && known.near_text === near_text
  if (areSame && known.following === following && known.has_interests === has_interests) return known
  const follows = known?.follows_digest === follows_digest ? known.follows : followsOf(row)
  return { handle, has_interests, following, follows_digest, follows, near: new Set(near_text?.split(' ')), near_text }
}

const followsOf = ({ follows, follows_digest }: Row) =>
  follows_digest === 'many' ? null : new Set(idsIn(follows ?? ''))

/** Cut out of one text: to read 1,000 of an array takes 0.4 ms. */
const idsIn = (text: string) =>
  Array.from({ length: text.length / UUID_CHARACTERS }, (_, at) =>
    text.slice(at * UUID_CHARACTERS, (at + 1) * UUID_CHARACTERS),
  )
