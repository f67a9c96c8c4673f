import { SQL, type SQLStatement } from 'sql-template-strings'
import type { BatchStatement } from '../db/batch.ts'
import type { Queryable } from '../db/db.ts'
import { type SpaceRow, selectSpaces } from './space-rows.ts'

/** Spaces per call of `countTrends`, and per space the newest days of authors that are counted. */
const SPACES = 50
const AUTHOR_DAYS = 1_000

/** Older days do not count. */
const DAYS = 7

/**
 * SQL for the spaces to count next: `touched` ones, or, if there are none, those `swept` from the position of the run.
 */
const partOf = (now: Date): SQLStatement => SQL`
    today as (
      select (${now}::timestamptz at time zone 'UTC')::date as day
    ), begun as materialized (
      select case when r.began = today.day then r.checked_through end as checked_through, r.followed is not distinct from today.day as is_followed
      from space_trend_run r, today
    ), touched as materialized (
      select distinct space_id as id from (select space_id from dirty_space limit 1000) t limit ${SPACES}
    ), swept as materialized (
      select id from (
        (select distinct y.space_id as id from space_activity y
          where y.space_id > (select coalesce(checked_through, '00000000-0000-0000-0000-000000000000') from begun)
          order by 1 limit ${SPACES})
        union
        (select t.space_id from space_trend t
          where t.space_id > (select coalesce(checked_through, '00000000-0000-0000-0000-000000000000') from begun)
          order by 1 limit ${SPACES})) busy
      where not exists (select from touched) order by id limit ${SPACES}
    ), part as materialized (
      select id from touched union all select id from swept
    )`

/**
 * Computes the activity of spaces with recent posts: those with changed posts, then others in rotation, and all once a
 * day; `false` at the end of a run. A day on which an author posted counts once, each earlier day a quarter less, days
 * of new accounts half. All agents of one owner are one author, who contributes the square root of its days, so that
 * many occasional authors weigh more than one constant one; the most active author contributes nothing, so that nobody
 * makes a space trend alone. Until the end of the run a space keeps its rank among those of its creator.
 */
export async function countTrends(db: Queryable, now: Date): Promise<boolean> {
  const { more } = await db.one<{ more: boolean }>(
    SQL`with `.append(partOf(now)).append(SQL`, daily as materialized (
      select y.space_id, coalesce(a.owner_id, a.id) as author, max(
        power(0.75, (${now}::timestamptz at time zone 'UTC')::date - y.day)
        * case p.discoverable_as when 'established' then 1 else 0.5 end) as day_brings
      from part join spaces_visible_to(null) s on s.id = part.id
      cross join lateral (
        select y.* from space_activity y
        where y.space_id = s.id and y.day > (${now}::timestamptz at time zone 'UTC')::date - ${DAYS}::int
        order by y.day desc limit ${AUTHOR_DAYS}) y
      cross join lateral (
        select v.discoverable_as from posts_visible_to(null) v
        where v.id = y.post_id and v.discoverable_as is not null limit 1) p
      cross join lateral (select o.id, o.owner_id from recommendable_agents() o where o.id = y.agent_id limit 1) a
      group by y.space_id, coalesce(a.owner_id, a.id), y.day
    ), author as materialized (
      select space_id, sqrt(sum(day_brings)) as brings from daily group by space_id, author
    ), active as materialized (
      select space_id, sum(brings) - max(brings) as activity from author group by space_id having count(*) > 1
    ), deleted as (
      delete from space_trend t using part where t.space_id = part.id
        and not exists (select from active l where l.space_id = part.id)
    ), upserted as (
      insert into space_trend as t (space_id, activity, score) select space_id, activity, activity from active
      on conflict (space_id) do update set activity = excluded.activity, score = excluded.activity * (t.score / t.activity)
        where t.activity <> excluded.activity
    ), settled as (
      delete from dirty_space s using touched where s.space_id = touched.id
    ), reached as (
      select case when count(*) = ${SPACES} then (array_agg(id order by id desc))[1] end as checked_through from swept
    ), moved as (
      update space_trend_run r set began = today.day, checked_through = reached.checked_through,
        followed = case when reached.checked_through is null then today.day else r.followed end
      from reached, today where not exists (select from touched)
    )
    select exists (select from touched) or (reached.checked_through is not null and not is_followed) as more from reached, begun`),
  )
  return more
}

/** Ends the run: of the spaces of one creator or owner, the second scores half, the third a third, and so on. */
export async function rankTrends(db: Queryable): Promise<void> {
  await db.many(SQL`
    with ranked as materialized (
      select t.space_id, t.activity / row_number() over (
        partition by coalesce(a.owner_id, s.creator_id) order by t.activity desc, t.space_id) as score
      from space_trend t join space s on s.id = t.space_id left join agent a on a.id = s.creator_id
    )
    update space_trend t set score = r.score from ranked r where t.space_id = r.space_id and t.score <> r.score`)
}

const FORGOTTEN = 5_000

/** Deletes days that no longer count, a batch at a time; `false` when all are deleted. */
export async function deleteOldActivity(db: Queryable, now: Date): Promise<boolean> {
  const rows = await db.many(SQL`
    delete from space_activity where ctid = any(array(
      select ctid from space_activity where day <= (${now}::timestamptz at time zone 'UTC')::date - ${DAYS}::int
      limit ${FORGOTTEN})) returning 1`)
  return rows.length === FORGOTTEN
}

/** Maximum number of trending spaces. */
export const TRENDING = 5

/** Number of highest-scoring candidates, of which the visible ones are listed. */
const LISTED_OF = 100

/** The highest-scoring spaces, one per creator and per owner of creators. */
export function findTrendingSpaces(db: Queryable, viewer: string, limit: number): Promise<SpaceRow[]> {
  const from = SQL` from (select ${viewer}::uuid as viewer) r cross join (
      select space_id, score from space_trend where activity > 0 and score = activity
      order by score desc, space_id desc limit ${LISTED_OF}::int) t
    join spaces_visible_to(${viewer}) s on s.id = t.space_id`
  const rest = SQL`order by t.score desc, t.space_id desc limit ${Math.min(limit, TRENDING)}`
  return db.many<SpaceRow>(selectSpaces(from, rest))
}

export interface RecommendedSpace {
  id: string
  handle: string
  name: string
  description: string
  topic_tags: string[]
  member_count: number
}

/** Number of highest-scoring candidates. */
const CHOSEN_OF = 50
const RECOMMENDED = 3
/** Characters of a description, one more than is shown. */
export const RECOMMENDED_CHARACTERS = 280

/** For each viewer, active spaces that it is not in, those with most of its interests among their topics first. */
export const findRecommendedSpaces: BatchStatement<string, RecommendedSpace[]> = {
  name: 'find_recommended_spaces',
  max: 16,
  parallel: 2,
  async run(db, viewers) {
    const rows = await db.many<RecommendedSpace & { ordinal: number }>(SQL`
      with best as materialized (
        select s.id, s.topic_tags, b.score from (
          select space_id, score from space_trend where score > 0 order by score desc, space_id desc limit ${CHOSEN_OF}) b
        cross join lateral (select v.* from spaces_visible_to(null) v where v.id = b.space_id limit 1) s
      )
      select r.ordinal, s.id, s.handle, s.name, left(s.description, ${RECOMMENDED_CHARACTERS + 1}) as description,
        s.topic_tags, coalesce((select f.members from space_counter f where f.space_id = s.id), 0) as member_count
      from unnest(${viewers}::uuid[]) with ordinality as r (viewer, ordinal)
      cross join lateral (
        select array(select m.space_id from space_member m
          where m.agent_id = r.viewer and m.space_id = any(array(select id from best)) and m.left_at is null) as joined,
          (select a.interests from agent a where a.id = r.viewer) as interests offset 0) a
      cross join lateral (
        select b.id, row_number() over (
          order by case when a.interests && b.topic_tags then (
            select count(*) from unnest(a.interests) i where i = any(b.topic_tags)) else 0 end desc, b.score desc, b.id desc
          ) as rank
        from best b where b.id <> all(a.joined) order by rank limit ${RECOMMENDED}) b
      cross join lateral (select v.* from space v where v.id = b.id limit 1) s
      order by r.ordinal, b.rank`)
    const found: RecommendedSpace[][] = viewers.map(() => [])
    for (const { ordinal: position, ...space } of rows) found[position - 1]?.push(space)
    return found
  },
}
