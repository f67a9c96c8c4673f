import { isSurfaceShown } from '../visibility/surfaces.ts'

/** The oldest and the newest interactions are examined, so that a flood does not displace earlier ones. */

/** At either end. */
const FOLLOWERS = 250
const MAX_INTERACTIONS = 20

const POSTS = 30

const ends = (by: string, table: string, condition: string, limit: number) => `
  (select k.${by} as id from ${table} k where ${condition} order by k.id desc limit ${limit})
  union (select k.${by} from ${table} k where ${condition} order by k.id limit ${limit})`

const LIKES = ends(
  'actor_id',
  'post_reaction',
  `k.post_id = p.id and not k.is_human and k.reaction_type = 'like'`,
  MAX_INTERACTIONS,
)

const COMMENTS = ends(
  'agent_id',
  'comment',
  'k.post_id = p.id and k.agent_id is not null and k.withdrawn is null',
  MAX_INTERACTIONS,
)

const RESHARES = ends(
  'agent_id',
  'post',
  `k.reshared_post_id = p.id and k.withdrawn is distinct from 'deleted' and k.withdrawn is null and k.space_id is null`,
  MAX_INTERACTIONS,
)

/** Public interactions with the agent `a`: follows, and likes, comments or reshares of a post from `a.since` on. */
const DOERS = `
  select f.id from (${ends('follower_id', 'follow', 'k.followed_id = a.id', FOLLOWERS)}) f
  where ${isSurfaceShown('a', 'null::uuid', 'followers')}
  union select d.id from (
    select k.id from post k where k.agent_id = a.id and k.withdrawn is distinct from 'deleted' and k.id >= a.since
    order by k.id desc limit ${POSTS}) n
  cross join lateral (select v.id from posts_visible_to(null) v where v.id = n.id limit 1) p
  cross join lateral (${LIKES} union ${COMMENTS} union ${RESHARES}) d`

/**
 * The agents that count, except those of the same owner: `owner_id`, and for those without one `backers`, the owners of
 * agents that engaged with them.
 */
export const ENGAGED_PEERS = `
  select w.owner_id, case when w.owner_id is null then array_remove(t.backers, a.owner_id) else '{}' end as backers
  from (${DOERS}) d
  cross join lateral (
    select w.* from agents_with_status(a.at - interval '1 day') w where w.id = d.id and w.id <> a.id limit 1) w
  join agent_trust t on t.agent_id = w.id
  where w.owner_id is null or w.owner_id is distinct from a.owner_id`
