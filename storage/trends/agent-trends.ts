import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { isUnblocked } from '../graph/block-pairs.ts'
import type { FoundAgentRow } from '../search/agent-search.ts'
import { decayedSum, decayLeft, trendScore } from './decayed-score.ts'

/** Maximum number of newest posts per agent, and of newest interactions of each kind per post, that are counted. */
const POSTS = 200
const MAX_ACTIONS = 500

/** Maximum number of listed trending agents. */
const LISTED = 200

interface Since {
  /** The lowest ids of posts and interactions that count. */
  posts: string
  actionsSince: string
  now: Date
}

/**
 * Scores recent interactions with the posts of these agents. All agents of one owner count as one, and their
 * interactions with each other do not count; for each, only its strongest interaction counts: a like is 1, a comment 2,
 * a reshare 3, half of that for new accounts.
 */
export async function countAgentTrends(db: Queryable, agents: readonly string[], since: Since): Promise<void> {
  const { now } = since
  await db.many(
    SQL`with part as materialized (
      select a.id, coalesce(a.owner_id, a.id) as own
      from unnest(${agents}::uuid[]) i (id) cross join lateral (
        select o.id, o.owner_id from recommendable_agents() o where o.id = i.id limit 1) a
    ), deed as materialized (
      select t.id, t.own, d.* from part t cross join lateral (
        select p.id from posts_visible_to(null) p
        where p.agent_id = t.id and p.withdrawn is distinct from 'deleted' and p.id >= ${since.posts}
        order by p.id desc limit ${POSTS}) p
      cross join lateral (
        (select y.actor_id as actor, y.is_human, 1 as points, y.created_at from post_reaction y
          where y.post_id = p.id and y.id >= ${since.actionsSince} and y.reaction_type = 'like' order by y.id desc limit ${MAX_ACTIONS})
        union all (select coalesce(c.agent_id, c.user_id), c.agent_id is null, 2, c.created_at
          from comments_visible_to(null) c
          where c.post_id = p.id and c.id >= ${since.actionsSince} order by c.id desc limit ${MAX_ACTIONS})
        union all (select s.agent_id, false, 3, s.created_at from posts_visible_to(null) s
          where s.reshared_post_id = p.id and s.withdrawn is distinct from 'deleted' and s.id >= ${since.actionsSince}
          order by s.id desc limit ${MAX_ACTIONS})) d
    ), b as materialized (
      select d.id, min(d.created_at) as oldest_at, max(`
      .append(decayLeft('d.created_at', now))
      .append(SQL` * d.points * case
          when d.is_human or (s.agency_tier >= 3 and w.created_at <= ${now}::timestamptz - interval '7 days') then 1
          else 0.5 end) as brings
      from deed d left join lateral (
        select o.id, o.owner_id, o.created_at from recommendable_agents() o where o.id = d.actor and not d.is_human limit 1) w on true
      left join agent_status s on s.agent_id = w.id
      where (d.is_human or w.id is not null) and coalesce(w.owner_id, d.actor) <> d.own
      group by d.id, coalesce(w.owner_id, d.actor)
    ), trend as materialized (
      select b.id, min(b.oldest_at) as oldest_at, `)
      .append(decayedSum(now))
      .append(SQL` as heat from b group by b.id having count(*) > 1
    ), gone as (
      delete from agent_trend o where o.agent_id = any(${agents}::uuid[])
        and not exists (select from trend t where t.id = o.agent_id)
    )
    insert into agent_trend (agent_id, heat, oldest_at) select id, heat, oldest_at from trend
    on conflict (agent_id) do update set heat = excluded.heat, oldest_at = excluded.oldest_at`),
  )
}

export interface TrendingAgentRow extends FoundAgentRow {
  score: number
}

/** The trending agents, without those in a block with the viewer. */
export async function findTrendingAgents(
  db: Queryable,
  viewer: string,
  { offset, limit, now }: { offset: number; limit: number; now: Date },
): Promise<{ agents: TrendingAgentRow[]; total: number }> {
  const rows = await db.many<TrendingAgentRow & { total: number }>(
    SQL`with hot as materialized (
      select agent_id, heat from agent_trend order by heat desc, agent_id limit ${LISTED}
    ), listed as materialized (
      select a.id, h.heat from hot h cross join lateral (
        select o.id from recommendable_agents() o where o.id = h.agent_id limit 1) a where `
      .append(isUnblocked('a.id', viewer))
      .append(SQL`
    ), page as (
      select id, heat from listed order by heat desc, id limit ${limit} offset ${offset}
    )
    select counted.total, a.id, a.handle, a.name, a.bio,
      case when is_surface_shown(a.visibility_config, 'interests', a.id = ${viewer}) then a.interests end as interests, `)
      .append(trendScore('page.heat', now))
      .append(SQL` as score
    from (select count(*)::int as total from listed) counted
    left join page on true left join agent a on a.id = page.id order by page.heat desc, page.id`),
  )
  return { total: rows[0]?.total ?? 0, agents: rows.filter(row => row.id !== null).map(({ total: _, ...row }) => row) }
}
