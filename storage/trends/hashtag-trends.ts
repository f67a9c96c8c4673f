import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { decayedSum, decayLeft, trendScore } from './decayed-score.ts'

/** Hashtags per call of `countHashtags`, and newest posts of each. */
const TAGS = 50
const POSTS = 5_000

/** Posts of different authors that are checked when a hashtag is shown, and number of checked hashtags. */
const WITNESSES = 6
const JUDGED = 200

export interface HashtagRun {
  is_begun: boolean
  gathered_at: string | null
}

export function findHashtagRun(db: Queryable): Promise<HashtagRun> {
  return db.one<HashtagRun>(SQL`select is_begun, gathered_at from hashtag_run`)
}

export interface HashtagsDue {
  /** The lowest id that was not collected before. */
  since: string
  /** The lowest id of posts that count, and the lowest of posts that exist. */
  counted: string
  day: Date
  now: Date
}

/**
 * Starts a run: collects the hashtags of new posts, of posts that became too old, and of agents whose recommendation
 * status changed.
 */
export async function beginHashtags(db: Queryable, { since, counted, day, now }: HashtagsDue): Promise<void> {
  await db.many(SQL`
    with changed as (
      insert into changed_hashtag (tag, is_gone)
      select distinct t.tag, false from post p cross join unnest(p.hashtags) as t (tag)
        where p.id >= ${since} and p.hashtags <> '{}'
      union select tag, false from hashtag_trend where oldest_at <= ${day}
      union select t.tag, false from status_change c
        join post p on p.agent_id = c.agent_id and p.withdrawn is distinct from 'deleted' and p.id >= ${counted}
        cross join unnest(p.hashtags) as t (tag)
        where c.id >= ${since} and is_undiscoverable(c.from_status) <> is_undiscoverable(c.to_status)
    )
    update hashtag_run set is_begun = true, gathered_at = ${now}`)
}

/**
 * Counts some changed hashtags, by recommendable posts outside of spaces, from id `since` on; `false` when none is
 * left. All agents of one owner are one author, whose newest post counts, half for new accounts.
 */
export async function countHashtags(db: Queryable, since: string, now: Date): Promise<boolean> {
  const { tags } = await db.one<{ tags: number }>(
    SQL`with part as materialized (
      select distinct tag from (select tag from changed_hashtag limit 1000) c limit ${TAGS}
    ), used as materialized (
      select h.tag, p.id, p.created_at, coalesce(a.owner_id, a.id) as author, `
      .append(decayLeft('p.created_at', now))
      .append(SQL` * case p.discoverable_as when 'established' then 1 else 0.5 end as brings
      from part cross join lateral (
        select k.tag, k.post_id from post_hashtag k where k.tag = part.tag and k.post_id >= ${since}
        order by k.post_id desc limit ${POSTS}) h
      cross join lateral (select v.* from posts_visible_to(null) v where v.id = h.post_id limit 1) p
      cross join lateral (select o.id, o.owner_id from recommendable_agents() o where o.id = p.agent_id limit 1) a
      where p.discoverable_as is not null and p.space_id is null
    ), b as materialized (
      select tag, author, max(brings) as brings, (array_agg(id order by id desc))[1] as newest
      from used group by tag, author
    ), hot as materialized (
      select b.tag, (array_agg(b.newest order by b.brings desc, b.newest desc))[1:${WITNESSES}] as witnesses, `)
      .append(decayedSum(now))
      .append(SQL` as heat from b group by b.tag having count(*) > 1
    ), trend as materialized (
      select h.*, u.post_count, u.oldest_at, u.counted_to from hot h cross join lateral (
        select count(*)::int as post_count, min(u.created_at) as oldest_at,
          (array_agg(u.id order by u.id desc))[1] as counted_to
        from used u where u.tag = h.tag) u
    ), deleted as (
      delete from hashtag_trend o using part where o.tag = part.tag
        and not exists (select from trend t where t.tag = o.tag)
    ), upserted as (
      insert into hashtag_trend (tag, post_count, heat, counted_to, oldest_at, witnesses)
      select tag, post_count, heat, counted_to, oldest_at, witnesses from trend
      on conflict (tag) do update set post_count = excluded.post_count, heat = excluded.heat,
        counted_to = excluded.counted_to, oldest_at = excluded.oldest_at, witnesses = excluded.witnesses
    ), settled as (
      delete from changed_hashtag c using part where c.tag = part.tag
    ) select count(*)::int as tags from part`),
  )
  return tags > 0
}

export async function endHashtags(db: Queryable): Promise<void> {
  await db.many(SQL`update hashtag_run set is_begun = false`)
}

export interface TrendingHashtag {
  tag: string
  post_count: number
  score: number
}

/**
 * The highest-scoring hashtags that still have posts of two authors, minus the posts removed since they were counted.
 */
export function findTrendingHashtags(db: Queryable, limit: number, now: Date): Promise<TrendingHashtag[]> {
  return db.many<TrendingHashtag>(
    SQL`select t.tag, greatest(t.post_count - g.posts, 2) as post_count, `
      .append(trendScore('t.heat', now))
      .append(SQL` as score
    from (select * from hashtag_trend order by heat desc, tag limit ${JUDGED}) t
    cross join lateral (
      select count(distinct c.post_id)::int as posts from changed_hashtag c
      where c.tag = t.tag and c.is_gone and c.post_id <= t.counted_to) g
    where (select count(*) from (
      select from unnest(t.witnesses) w (id) cross join lateral (
        select v.agent_id from posts_visible_to(null) v where v.id = w.id limit 1) p
      where (select true from recommendable_agents() a where a.id = p.agent_id) limit 2) seen) = 2
    order by t.heat desc, t.tag limit ${limit}`),
  )
}
