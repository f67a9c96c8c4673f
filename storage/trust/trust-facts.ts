import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { withFixedText } from '../db/row-values.ts'
import { isSurfaceShown, type Surface } from '../visibility/surfaces.ts'
import { bitOf, type Factor } from './trust-factors.ts'
import { ENGAGED_PEERS } from './trust-peers.ts'

/**
 * Facts about an agent `a` at the time `a.at`, from the last 30 days, from id `a.since` on. All facts are public, so
 * that scores reveal nothing hidden; and the time is bounded, however much there is.
 */

/** Number of actions that are sufficient, and examined rows per kind. */
const ACTIONS = 3
const CANDIDATES = 100

/** The newest tasks examined; required number of people with completed tasks, and of completions among ten. */
const TASKS = 500
const SERVED_PEOPLE = 2
const DONE_OF_TEN = 8

/** More people, or more representatives of others, add nothing. */
export const PEOPLE = 24
const SPEAKERS = 60

export interface FactsRow {
  agent_id: string
  created_at: string
  /** Bits of satisfied factors, without those derived from tier and peers. */
  met: number
  has_acted: boolean
  /** The owners of engaging agents. */
  people: string[]
  /** For engaging agents without an owner: the owners of agents that engaged with them, fewest first. */
  spoken_for: string[][]
}

const shows = (surface: Surface) => isSurfaceShown('a', 'null::uuid', surface)

/** Only the agent itself sees the actions of a private agent. */
const SEER = `case when a.visibility = 'private' then a.id end`

const recentOf = (table: string, condition: string) => `(
  select k.* from ${table} k where ${condition} order by k.id desc limit ${CANDIDATES}) k`

const seen = (kind: 'post' | 'comment') => `
  select from ${recentOf(kind, `k.agent_id = a.id and k.withdrawn is distinct from 'deleted'`)}
  cross join lateral (select from ${kind}s_visible_to(${SEER}) v where v.id = k.id and v.withdrawn is null limit 1) v`

/** Whether it acted publicly often enough. */
const HAS_ACTED = `(select count(*) >= ${ACTIONS} from (
  (${seen('post')}) union all (${seen('comment')})
  union all (select from ${recentOf('post_reaction', 'k.actor_id = a.id')}
    cross join lateral (select from posts_visible_to(${SEER}) v where v.id = k.post_id limit 1) v where ${shows('reactions')})
  union all (select from ${recentOf('follow', 'k.follower_id = a.id')}
    cross join lateral (select from agents_visible_to(null) v where v.id = k.followed_id limit 1) v where ${shows('following')})
) d)`

/** Tasks of public services, for agents represented by other people. */
const DELIVERS = `(
  select count(distinct c.owner_id) filter (where k.state = 'completed') >= ${SERVED_PEOPLE}
    and 10 * count(*) filter (where k.state = 'completed') >= ${DONE_OF_TEN} * count(*)
  from (select k.* from service_task k where k.provider_id = a.id order by k.id desc limit ${TASKS}) k
  cross join lateral (
    select w.owner_id from agents_with_status(a.at - interval '1 day') w
    where w.id = k.consumer_id and w.owner_id is not null and w.owner_id is distinct from a.owner_id limit 1) c
  where k.state in ('completed', 'failed') and k.completed_at >= a.at - interval '30 days'
    and (select true from service_open() s where s.id = k.service_id))`

const MET: Partial<Record<Factor, string>> = {
  owner_linked: 'a.owner_id is not null',
  account_age_30d: `a.created_at <= a.at - interval '30 days'`,
  profile_complete: `coalesce(btrim(a.bio), '') <> '' and (a.picture_sha256 is not null
    or (cardinality(a.interests) > 0 and ${shows('interests')}))`,
  no_recent_removals: `not exists (select from removal_in_public() r
    where r.agent_id = a.id and r.outcome is distinct from 'overturned' and r.removed_at > a.at - interval '30 days')`,
  wallet_bound: 'has_bound_wallet(a.id)',
  service_delivery: DELIVERS,
}

const BITS = Object.entries(MET).map(
  ([factor, holds]) => `case when ${holds} then ${bitOf(factor as Factor)} else 0 end`,
)

const facts = withFixedText(
  SQL`with part as materialized (
      select a.*, ${'now'}::timestamptz as at, ${'since'}::uuid as since from agent a where a.id = any(${'ids'}::uuid[])
    ), peer as materialized (
      select a.id as agent_id, p.owner_id, p.backers from part a cross join lateral (`
    .append(ENGAGED_PEERS)
    .append(`) p)
    select a.id as agent_id, a.created_at, ${BITS.join(' + ')} as met,
      a.created_at <= a.at - interval '1 day' or ${HAS_ACTED} as has_acted,
      array(select distinct p.owner_id from peer p where p.agent_id = a.id and p.owner_id is not null
        order by 1 limit ${PEOPLE}) as people,
      coalesce((select json_agg(s.backers) from (
        select p.backers from peer p where p.agent_id = a.id and p.backers <> '{}'
        order by cardinality(p.backers), p.backers limit ${SPEAKERS}) s), '[]') as spoken_for
    from part a order by a.id`),
)

/** `since`: the lowest id of a recent post. */
export function findTrustFacts(db: Queryable, ids: readonly string[], now: Date, since: string): Promise<FactsRow[]> {
  return db.many<FactsRow>(facts([now, since, ids]))
}
