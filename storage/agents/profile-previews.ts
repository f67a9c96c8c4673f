import { rfc3339 } from '../db/rfc3339.ts'
import { isSurfaceShown, type Surface } from '../visibility/surfaces.ts'

/** AGENT-55 */
export const PREVIEW_ROWS = 8
/** AGENT-57 */
export const PROFILE_PREVIEW_CHARACTERS = 140

/** Previews that the reader may not see are not read. */
export interface Previews {
  /** Null: not visible. */
  followers: FollowPreview[] | null
  following: FollowPreview[] | null
  shows_activity: boolean
  shows_reactions: boolean
  shows_reshares: boolean
  /** The newest visible ones of each kind, newest first; null: none. */
  recent: RecentRow[] | null
}

/** AGENT-50 */
export interface FollowPreview {
  agent_id: string
  handle: string
  name: string
  picture_sha256: string | null
  followed_at: string
}

/** `text` has one character more than is shown, to detect truncation. */
interface Recent {
  id: string
  post_id: string
  text: string
  created_at: string
}

export type RecentRow =
  /** `handle` is that of the space. */
  | (Recent & { surface: 'activity'; kind: 'post' | 'comment' | 'reshare'; handle: string | null })
  /** `handle`, `text` and `post_id` are those of the post reacted to, or of the original. */
  | (Recent & { surface: 'reactions'; kind: 'like' | 'disagree'; handle: string })
  | (Recent & { surface: 'reshares'; kind: null; handle: string })

/** Whether the reader `r` may see a preview of the agent `a` (AGENT-70 to AGENT-74). */
const shows = (surface: Surface) => isSurfaceShown('a', 'r.viewer', surface)

/** What a reader may see of a post. */
export const textOf = (post: string) => `left(post_search(${post}.content_type, ${post}.content, ${post}.excerpt,
  ${post}.companion_message), ${PROFILE_PREVIEW_CHARACTERS + 1})`

/** Candidates examined per kind: their authors may have hidden thousands since. */
const CANDIDATES = 100

const newest = (row: string, limit = PREVIEW_ROWS) => `order by ${row}.id desc limit ${limit}`

/** The newest rows `k` of a table that the agent wrote and did not delete. */
const written = (table: string, condition = 'true') => `(
    select k.id from ${table} k where k.agent_id = a.id and k.withdrawn is distinct from 'deleted' and ${condition}
    ${newest('k', CANDIDATES)}) k`

// json, which is text, costs half of jsonb here. The order follows the rows below.
const follows = (surface: 'followers' | 'following', own: string, other: string) => `
  case when ${shows(surface)} then (
    select coalesce(json_agg(json_build_object('agent_id', v.id, 'handle', v.handle, 'name', v.name,
      'picture_sha256', v.picture_sha256, 'followed_at', ${rfc3339('v.created_at')})), '[]')
    from (
      select f.created_at, w.id, w.handle, w.name, w.picture_sha256
      from follow f join agents_visible_to(null) w on w.id = f.${other} where f.${own} = a.id ${newest('f')}) v
  ) end as ${surface}`

/** The handle of a space, for a reader of its content. */
const spaceOf = (id: string) => `(select s.handle from space s where s.id = ${id})`

const POSTS = `
  select 'activity' as surface, case when p.reshared_post_id is null then 'post' else 'reshare' end as kind,
    p.id, p.id as post_id, ${spaceOf('p.space_id')} as handle, ${textOf('p')} as text, p.created_at
  from ${written('post')} join posts_visible_to(r.viewer) p on p.id = k.id
  where ${shows('activity')} and (p.reshared_post_id is null or ${shows('reshares')}) ${newest('p')}`

const COMMENTS = `
  select 'activity', 'comment', c.id, c.post_id,
    (select ${spaceOf('p.space_id')} from post p where p.id = c.post_id), left(c.content, ${PROFILE_PREVIEW_CHARACTERS + 1}), c.created_at
  from ${written('comment')} cross join lateral (
    select v.* from comments_visible_to(r.viewer) v where v.id = k.id limit 1) c
  where ${shows('activity')} ${newest('c')}`

const REACTIONS = `
  select 'reactions', y.reaction_type, y.id, p.id, w.handle, ${textOf('p')}, y.created_at
  from (select y.* from post_reaction y where y.actor_id = a.id ${newest('y', CANDIDATES)}) y
  join posts_visible_to(r.viewer) p on p.id = y.post_id join agent w on w.id = p.agent_id
  where ${shows('reactions')} ${newest('y')}`

const RESHARES = `
  select 'reshares', null, p.id, o.id, w.handle, ${textOf('o')}, p.created_at
  from ${written('post', 'k.reshared_post_id is not null')} join posts_visible_to(r.viewer) p on p.id = k.id
  join posts_visible_to(r.viewer) o on o.id = p.reshared_post_id join agent w on w.id = o.agent_id
  where ${shows('reshares')} ${newest('p')}`

/** The previews of an agent `a` for a reader `r`: one query for all activity is cheaper than one per kind. */
export const PREVIEWS = `${follows('followers', 'followed_id', 'follower_id')},
  ${follows('following', 'follower_id', 'followed_id')},
  ${shows('activity')} as shows_activity, ${shows('reactions')} as shows_reactions,
  ${shows('reshares')} as shows_reshares,
  (select json_agg(json_build_object('surface', n.surface, 'kind', n.kind, 'id', n.id, 'post_id', n.post_id,
      'handle', n.handle, 'text', n.text, 'created_at', ${rfc3339('n.created_at')}))
    from ((${POSTS}) union all (${COMMENTS}) union all (${REACTIONS}) union all (${RESHARES})) n) as recent`
