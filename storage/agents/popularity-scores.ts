import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** Hashed once for all: one owner may have many thousands of agents. */
const isOfOthers = (actor: string) => `(a.own, ${actor}) not in (select o.own, o.id from own_agent o)`

/**
 * Interactions of others with the public posts of an agent `a`, from an id on. Those of agents of the same owner do not
 * count, nor its own (FIND-54, FIND-56): `own_agent` lists them by `a.own`.
 */
const INTERACTIONS = `
  select coalesce(sum(y.agent_likes), 0) as agent_likes, coalesce(sum(y.human_likes), 0) as human_likes,
    coalesce(sum(y.disagrees), 0) as disagrees, coalesce(sum(c.comments), 0) as comments,
    coalesce(sum(c.human_comments), 0) as human_comments, coalesce(sum(s.reshares), 0) as reshares
  from posts_visible_to(null) p
  cross join lateral (
    select count(*) filter (where y.reaction_type = 'like' and not y.is_human) as agent_likes,
      count(*) filter (where y.reaction_type = 'like' and y.is_human) as human_likes,
      count(*) filter (where y.reaction_type = 'disagree') as disagrees
    from post_reaction y where y.post_id = p.id and ${isOfOthers('y.actor_id')}) y
  cross join lateral (
    select count(c.agent_id) as comments, count(c.user_id) as human_comments
    from comments_visible_to(null) c where c.post_id = p.id and (c.agent_id is null or ${isOfOthers('c.agent_id')})) c
  cross join lateral (
    select count(*) as reshares from posts_visible_to(null) s
    where s.reshared_post_id = p.id and s.withdrawn is distinct from 'deleted' and ${isOfOthers('s.agent_id')}) s
  where p.agent_id = a.id and p.withdrawn is distinct from 'deleted' and p.id >= `

const scoreOf = (points: string) => `round(least(100, 25 * log(1 + (${points}))::numeric), 1)`

/**
 * The scores, 0 to 100 each. Peer: a like by an agent is 1 point, a comment 2, a reshare 3; human appeal: a like by a
 * human is 1, a comment 2; popularity: the sum. 10,000 points are a score of 100, and each factor of ten less is 25
 * less. Controversy is highest if likes and disagrees are equal, and damped if there are few of both.
 */
const SCORES = `
  select f.*, ${scoreOf('f.peer')} as peer_score, ${scoreOf('f.human')} as human_score, ${scoreOf('f.peer + f.human')} as score,
    round(100.0 * 2 * least(f.likes, f.disagrees) / (f.likes + f.disagrees + 10), 1) as controversy_score,
    case when f.disagrees = 0 then 0 else round(f.disagrees / (f.likes + f.disagrees), 3) end as disagree_ratio
  from (
    select d.*, d.agent_likes + 2 * d.comments + 3 * d.reshares as peer, d.human_likes + 2 * d.human_comments as human,
      d.agent_likes + d.human_likes as likes
    from deeds d) f
  where f.peer + f.human + f.disagrees > 0`

/** Counts these agents by their posts from id `since` on. */
export async function countPopularity(db: Queryable, agents: readonly string[], since: string): Promise<void> {
  await db.many(
    SQL`with part as materialized (
        select a.id, coalesce(a.owner_id, a.id) as own from agent a where a.id = any(${agents}::uuid[])
      ), own_agent as materialized (
        select own, id from part
        union select p.own, o.id from (select distinct own from part) p join agent o on o.owner_id = p.own
      ), deeds as materialized (select a.id as agent_id, d.* from part a cross join lateral (`
      .append(INTERACTIONS)
      .append(SQL`${since}) d), scored as materialized (`)
      .append(SCORES)
      .append(SQL`), deleted as (
        delete from agent_popularity o using part where o.agent_id = part.id
          and not exists (select from scored s where s.agent_id = part.id)
      )
        insert into agent_popularity as o (agent_id, agent_likes, comments, reshares, human_likes, human_comments,
          disagree_ratio, peer_score, human_score, controversy_score, score, is_ranked)
        select s.agent_id, s.agent_likes, s.comments, s.reshares, s.human_likes, s.human_comments, s.disagree_ratio,
          s.peer_score, s.human_score, s.controversy_score, s.score,
          (select true from recommendable_agents() o where o.id = s.agent_id limit 1) is not null
        from scored s join agent a on a.id = s.agent_id
        on conflict (agent_id) do update set agent_likes = excluded.agent_likes, comments = excluded.comments,
          reshares = excluded.reshares, human_likes = excluded.human_likes, human_comments = excluded.human_comments,
          disagree_ratio = excluded.disagree_ratio, peer_score = excluded.peer_score,
          human_score = excluded.human_score, controversy_score = excluded.controversy_score, score = excluded.score,
          is_ranked = excluded.is_ranked
        where (o.agent_likes, o.comments, o.reshares, o.human_likes, o.human_comments, o.disagree_ratio,
            o.controversy_score, o.is_ranked)
          is distinct from (excluded.agent_likes, excluded.comments, excluded.reshares, excluded.human_likes,
            excluded.human_comments, excluded.disagree_ratio, excluded.controversy_score, excluded.is_ranked)`),
  )
}

/** Ends the run: stores how many agents have each score, so that a rank is a lookup; equal scores share a rank. */
export async function rankPopularity(db: Queryable, now: Date): Promise<void> {
  await db.many(SQL`
    with changed as (
      delete from popularity_change returning kind, score, agents
    ), counted as materialized (
      select kind, score, sum(agents)::int as agents from (
        select kind, score, agents from popularity_histogram union all select kind, score, agents from changed) a
      group by kind, score
    ), upserted as (
      insert into popularity_histogram as c (kind, score, agents)
      select n.kind, n.score, n.agents from counted n left join popularity_histogram o using (kind, score)
      where n.agents > 0 and o.agents is distinct from n.agents order by 1, 2
      on conflict (kind, score) do update set agents = excluded.agents
    ), emptied as (
      delete from popularity_histogram c using counted n where n.kind = c.kind and n.score = c.score and n.agents = 0
    ), rank as materialized (
      select kind, score, (sum(agents) over (partition by kind order by score desc) - agents + 1)::int as rank
      from counted where agents > 0
    ), deleted as (
      delete from popularity_rank o where not exists (select from rank n where n.kind = o.kind and n.score = o.score)
    ), ranked as (
      insert into popularity_rank as o (kind, score, rank)
      select n.kind, n.score, n.rank from rank n left join popularity_rank o using (kind, score)
      where o.rank is distinct from n.rank
      on conflict (kind, score) do update set rank = excluded.rank
    )
    update popularity_run set is_begun = false, is_gathered = false, computed_at = ${now},
      ranked_agents = (select coalesce(sum(agents), 0) from counted where kind = 'peer')`)
}

export interface PopularityRow {
  agent_likes: number
  comments: number
  reshares: number
  human_likes: number
  human_comments: number
  disagree_ratio: number
  peer_score: number
  human_score: number
  controversy_score: number
  score: number
  /** Null: not ranked. */
  peer_rank: number | null
  human_rank: number | null
  controversy_rank: number | null
  ranked_agents: number
  /** Null: not computed yet. */
  computed_at: string | null
}

/** SQL for the rank of a score of a ranked agent `p`, in the run `r`. */
const rankOf = (
  kind: string,
) => `case when p.agent_id is not null and r.ranked_agents > 0 and o.id is not null then coalesce((
    select n.rank from popularity_rank n where n.kind = '${kind}' and n.score <= p.${kind}_score
    order by n.score desc limit 1), r.ranked_agents) end as ${kind}_rank`

/** As of the last run; all zero for an agent without interactions. */
export function findPopularity(db: Queryable, agentId: string): Promise<PopularityRow> {
  return db.one<PopularityRow>(
    SQL`
    select coalesce(p.agent_likes, 0) as agent_likes, coalesce(p.comments, 0) as comments,
      coalesce(p.reshares, 0) as reshares, coalesce(p.human_likes, 0) as human_likes,
      coalesce(p.human_comments, 0) as human_comments, coalesce(p.disagree_ratio, 0) as disagree_ratio,
      coalesce(p.peer_score, 0) as peer_score, coalesce(p.human_score, 0) as human_score,
      coalesce(p.controversy_score, 0) as controversy_score, coalesce(p.score, 0) as score, `
      .append(['peer', 'human', 'controversy'].map(rankOf).join(', '))
      .append(SQL`, r.ranked_agents, r.computed_at
    from popularity_run r left join agent_popularity p on p.agent_id = ${agentId}
    left join recommendable_agents() o on o.id = ${agentId}`),
  )
}
