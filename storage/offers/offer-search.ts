import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** Search criteria; `null`: any. */
export interface OfferSearch {
  viewer: string
  now: Date
  /** Texts of tsqueries: required terms, and terms for relevance. */
  words: string | null
  ranked: string | null
  /** Includes those of test agents, since their provider was requested by name. */
  isProviderNamed: boolean
  /** Includes priced ones. */
  isPricedToo: boolean
  /** Seconds. */
  verified_within: number | null
  /** 0 to 10. */
  min_trust: number | null
}

/** A position in an order by a number and, among equals, by id, descending. */
export interface SearchCursor {
  by: number
  id: string
}

export const TOP: SearchCursor = { by: 9, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
export const BOTTOM: SearchCursor = { by: -1, id: '00000000-0000-0000-0000-000000000000' }

export interface FoundOffer {
  id: string
  total: number
}

/** Up to this many matches are all scored; beyond, one segment of them. */
const FEW = 2_000

/** Matches that make up a segment, and candidates examined to find them. */
const STRETCH = 200
const LOOKED_AT = 4_000

/** One in so many offers shares a hash bucket. */
export const SEARCH_BUCKETS = 64

export const bucketMark = (bucket: number): string => `<b${bucket}`

export type SearchPlan = 'words' | 'held'

/**
 * The candidates, if there are few: by search terms, or among the current ones. `undefined`: there are many of both.
 */
export async function chooseSearchPlan(db: Queryable, { words, now }: OfferSearch): Promise<SearchPlan | undefined> {
  const probe = words === null ? null : `${words} & '${bucketMark(0)}'`
  const { fitting, held } = await db.one<{ fitting: number; held: number }>(SQL`
    select case when ${probe}::text is null then ${FEW + 1}::int else (
        select count(*)::int * ${SEARCH_BUCKETS}::int from (select from offer_revision o
          where o.superseded_at is null and o.search_words @@ ${probe}::tsquery
          limit ${Math.floor(FEW / SEARCH_BUCKETS) + 1}::int) p) end as fitting,
      (select count(*)::int from (select from service_endpoint e
        where e.evidence_valid_until > ${now} limit ${FEW + 1}) h) as held`)
  if (Math.min(fitting, held) > FEW) return undefined
  return fitting < held ? 'words' : 'held'
}

const amongFew = (plan: SearchPlan, { words, now }: OfferSearch): SQLStatement =>
  plan === 'words'
    ? SQL`
    select o.id, o.merit, o.search_words from offer_revision o
    where o.superseded_at is null and o.search_words @@ ${words}::tsquery`
    : SQL`
    select o.id, o.merit, o.search_words from service_endpoint e
    join service s on s.id = e.service_id join offer_revision o on o.id = s.offer_revision_id
    where e.evidence_valid_until > ${now}`

/** Matching and recommendable offers among the candidates, with their scores; offset 0: each is looked up by its id. */
const judged = ({ viewer, now, words, ranked, ...search }: OfferSearch): SQLStatement => SQL`
    select l.id, l.merit, offer_total(l.merit,
      case when ${ranked}::text is null then 0 else offer_relevance(l.search_words, ${ranked}::tsquery) end,
      offer_freshness(f.evidence_valid_until, ${now})) as total
    from looked l cross join lateral (
      select e.evidence_valid_until from offers_discoverable_to(${viewer}, ${now}) o
      join service_endpoint e on e.service_id = o.service_id
      where o.id = l.id and (o.pricing_model = 'free' or ${search.isPricedToo})
        and (${search.isProviderNamed} or (select true from service s join agent a on a.id = s.owner_agent_id
          where s.id = o.service_id and (a.id = ${viewer} or is_recommendable(a.visibility, a.handle))))
        and (${search.verified_within}::int is null
          or e.verified_at >= ${now}::timestamptz - make_interval(secs => ${search.verified_within}::int))
        and (${search.min_trust}::float8 is null or (select t.score from service s join agent_trust t
          on t.agent_id = s.owner_agent_id where s.id = o.service_id) >= ${search.min_trust}::float8::numeric)
      offset 0) f
    where ${words}::text is null or l.search_words @@ ${words}::tsquery`

/** The best of few, or the newest, after a position. */
export function findFewMatches(
  db: Queryable,
  search: OfferSearch,
  { plan, sort, after, limit }: { plan: SearchPlan; sort: 'score' | 'newest'; after: SearchCursor; limit: number },
): Promise<FoundOffer[]> {
  const statement = SQL`with looked as materialized (`
    .append(amongFew(plan, search))
    .append(SQL`), found as materialized (`)
    .append(judged(search))
    .append(SQL`)
    select id, total::float8 as total from found`)
  return db.many<FoundOffer>(
    sort === 'score'
      ? statement.append(SQL` where (total, id) < (${after.by}::numeric, ${after.id}::uuid)
        order by total desc, id desc limit ${limit}`)
      : statement.append(SQL` where id < ${after.id} order by id desc limit ${limit}`),
  )
}

/** Offers by the query-independent part of their score, from one position down to another. */
export interface SearchRange {
  start: SearchCursor
  /** `undefined`: until enough are found or examined. */
  end: SearchCursor | undefined
}

export interface SearchedRange {
  /** Best first. */
  found: FoundOffer[]
  /** `undefined`: there is nothing below. */
  end: SearchCursor | undefined
}

/** All matches of a segment. */
export async function findInRange(
  db: Queryable,
  search: OfferSearch,
  { start, end }: SearchRange,
): Promise<SearchedRange> {
  const last = end ?? BOTTOM
  const rows = await db.many<FoundOffer & { by: number; is_end: boolean }>(
    SQL`with looked as materialized (
      select o.id, o.merit, o.search_words from offer_revision o
      where o.superseded_at is null and (o.merit, o.id) < (${start.by}::numeric, ${start.id}::uuid)
        and (o.merit, o.id) >= (${last.by}::numeric, ${last.id}::uuid)
      order by o.merit desc, o.id desc limit ${end ? 2 * LOOKED_AT : LOOKED_AT}
    ), found as materialized (`
      .append(judged(search))
      .append(SQL` limit ${end ? 2 * LOOKED_AT : STRETCH}
    ), lowest as (
      select merit, id from found where (select count(*) from found) >= ${STRETCH} order by merit, id limit 1
    ), last_looked as (
      select merit, id from looked where (select count(*) from looked) >= ${LOOKED_AT} order by merit, id limit 1
    )
    select id, total::float8 as total, merit::float8 as by, false as is_end from found
    union all
    (select id, 0, merit::float8, true from (select * from lowest union all select * from last_looked) e
      order by merit desc, id desc limit 1)`),
  )
  const found = rows.filter(({ is_end }) => !is_end)
  return {
    found: found.sort((one, other) => other.total - one.total || (one.id < other.id ? 1 : -1)),
    end: end ?? rows.find(({ is_end }) => is_end),
  }
}

/** The newest of many below an id, and where to continue if not all were examined. */
export async function findNewestOffers(
  db: Queryable,
  search: OfferSearch,
  { before, limit }: { before: string; limit: number },
): Promise<{ found: FoundOffer[]; end: string | undefined }> {
  const rows = await db.many<FoundOffer & { is_end: boolean }>(
    SQL`with looked as materialized (
      select o.id, o.merit, o.search_words from offer_revision o
      where o.superseded_at is null and o.id < ${before} order by o.id desc limit ${LOOKED_AT}
    ), found as materialized (`
      .append(judged(search))
      .append(SQL` limit ${limit})
    select id, total::float8 as total, false as is_end from found
    union all
    (select id, 0, true from looked
      where (select count(*) from looked) >= ${LOOKED_AT} and (select count(*) from found) < ${limit}
      order by id limit 1)`),
  )
  const found = rows.filter(({ is_end }) => !is_end).sort((one, other) => (one.id < other.id ? 1 : -1))
  return { found, end: rows.find(({ is_end }) => is_end)?.id }
}
