import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { withFixedText } from '../db/rows.ts'
import { type Hidden, hidesNothing } from './candidate.ts'
import { digestOf, FOLLOWS_UNLESS_KNOWN, type Follows, followsIn } from './follows.ts'
import {
  NEWS_COLUMNS,
  NEWS_OF_POSTS,
  type NewsOfPosts,
  type NewsRow,
  newsIn,
  oldestRunning,
  type Snapshot,
  unseenBy,
} from './news.ts'

/** What the feed of an agent depends on. */
export interface Reader extends Follows {
  /** As its profile counts them. */
  following: number
  has_interests: boolean
  /** Whether it is in a block with anybody, whoever began it. */
  has_blocks: boolean
  handle: string
  /** The interests that are like one of its own. */
  near: ReadonlySet<string>
  /** What these were found by. */
  near_by: NearBy
  /** What its last pages left out since it was hidden: the next page asks again. */
  hidden: Hidden
}

interface NearBy {
  threshold: number
  /** Of its agent: another one where its own interests are. */
  revision: number
  /** Pairs of tags that came by a transaction before this one are among them. */
  since: string
}

export interface ReaderRequest {
  agent_id: string
  /** How like tags are to be; with 1 only the same. */
  threshold: number
  /** As it was. */
  known: Reader | undefined
}

interface Row extends Omit<Reader, 'follows' | 'near' | 'near_by' | 'hidden'>, NewsRow {
  /** `null` where they are none, too many, or known. */
  follows: string | null
  revision: number
  /** Whether the tags that are near may be others than those that are known. */
  has_near_news: boolean
  /** `null` where they are none, or known. */
  near: string | null
}

/** By its values: from which transaction on, and of which, all posts are news; readers, and what is known of them. */
const statement = withFixedText(
  SQL`with `
    .append(NEWS_OF_POSTS)
    .append(`
    select ${NEWS_COLUMNS}, coalesce(a.handle, '') as handle, coalesce(a.interests <> '{}', false) as has_interests,
      (select true from block b where b.blocker_id = r.id limit 1) is not null
        or (select true from block b where b.blocked_id = r.id limit 1) is not null as has_blocks,
      coalesce(c.following, 0) as following, d.digest as follows_digest, ${FOLLOWS_UNLESS_KNOWN} as follows,
      coalesce(a.revision, 0) as revision, t.has_near_news, case when t.has_near_news then (
        select string_agg(g.slug, ' ') from tags_near(r.id, r.threshold) n join tag g on g.id = n) end as near`)
    .append(SQL` from unnest(${'readers'}::uuid[], ${'thresholds'}::text[]::real[], ${'follows_digests'}::text[],
        ${'revisions'}::int[], ${'since'}::text[]::xid8[])
        with ordinality as r (id, threshold, follows_digest, revision, since, place)
    left join lateral (select a.handle, a.interests, a.revision from agent a where a.id = r.id limit 1) a on true
    left join lateral (select c.following from follow_count c where c.agent_id = r.id limit 1) c on true
    cross join lateral (select `)
    .append(`${digestOf('r.id', 'coalesce(c.following, 0)')} as digest offset 0) d
    cross join lateral (
      select a.revision is distinct from r.revision or (
        select true from agent_tag own cross join lateral (
          select from tag_pair p where p.a = own.tag_id and p.transaction_id > '0' and p.transaction_id >= r.since limit 1) p
        where own.agent_id = r.id limit 1) is not null as has_near_news offset 0) t
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
  const columns = [
    readers.map(({ agent_id }) => agent_id),
    readers.map(({ threshold }) => threshold),
    readers.map(({ known }) => known?.follows_digest ?? ''),
    readers.map(({ known, threshold }) => (known?.near_by.threshold === threshold ? known.near_by.revision : UNKNOWN)),
    readers.map(({ known }) => known?.near_by.since ?? '0'),
  ]
  const rows = await db.many<Row>(statement([end, running, ...columns]))
  return { readers: rows.map((row, at) => readerOf(row, readers[at]!)), ...newsIn(rows[0]!) }
}

/** No agent has that. */
const UNKNOWN = -1

/** The reader that is known, where nothing has changed. */
function readerOf(row: Row, { known, threshold }: ReaderRequest): Reader {
  const { handle, has_interests, has_blocks, following, follows_digest, revision } = row
  const follows = followsIn(row, known)
  const near = nearIn(row, known)
  const near_by = { threshold, revision, since: oldestRunning(row.snapshot) }
  const areSame = known?.follows === follows && known.near === near && known.has_blocks === has_blocks
  if (areSame && known.following === following && known.has_interests === has_interests) {
    return Object.assign(known, { handle, near_by })
  }
  return {
    handle,
    has_interests,
    has_blocks,
    following,
    follows_digest,
    follows,
    near,
    near_by,
    hidden: hidesNothing(),
  }
}

function nearIn({ has_near_news, near: slugs }: Row, known: Reader | undefined): Reader['near'] {
  if (known && !has_near_news) return known.near
  const near = new Set(slugs?.split(' '))
  const areSame = known?.near.size === near.size && [...near].every(slug => known.near.has(slug))
  return areSame ? known.near : near
}
