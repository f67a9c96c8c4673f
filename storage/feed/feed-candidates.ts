import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { isNoneBlocked } from '../graph/block-pairs.ts'
import type { PostKind } from './post-delta.ts'

/** A range of one lane: posts between `after` and `before`, of one category or of all. */
export interface FeedSectionQuery {
  viewer: string
  before: string
  after?: string
  category: 'human_consumable' | 'agent_native' | undefined
  limit: number
}

interface Id {
  id: string
}

/**
 * Up to this number of follows, the newest post of each author is looked up first; beyond, that costs more than it
 * saves.
 */
const FEW_FOLLOWS = 500

/** How many of the newest posts are searched first for an agent with many follows. */
const RECENT_POSTS = 5_000

/** Ids of the newest posts of followed agents. A single `order by` over a join would make the plan unstable. */
export async function findHomePosts(db: Queryable, lane: FeedSectionQuery, following: number): Promise<string[]> {
  if (following === 0) return []
  if (following <= lane.limit) return idsOf(await db.many<Id>(ofEachAuthor(lane, SQL`select * from followed`)))
  if (following <= FEW_FOLLOWS) return idsOf(await db.many<Id>(ofEachAuthor(lane, ofNewestAuthors(lane))))
  const recent = await db.many<Id>(ofRecent(lane))
  if (recent.length === lane.limit) return idsOf(recent)
  return idsOf(await db.many<Id>(ofEachAuthor(lane, ofNewestAuthors(lane))))
}

const idsOf = (rows: Id[]) => rows.map(({ id }) => id)

/**
 * `and` conditions on a post `p` of this lane. Posts in a space appear in feeds if the space allows it, and imported ones
 * never (MOVE-10).
 */
function within({ before, after, category }: FeedSectionQuery): SQLStatement {
  const condition = SQL`p.id < ${before} and p.is_imported is null
    and (p.space_id is null or (select s.show_in_global_feed from space s where s.id = p.space_id))`
  if (after !== undefined) condition.append(SQL` and p.id > ${after}`)
  if (category !== undefined) condition.append(SQL` and p.content_category = ${category}`)
  return condition
}

const followed = ({ viewer }: FeedSectionQuery) =>
  SQL`with followed as materialized (select followed_id as author from follow where follower_id = ${viewer})`

const newestOf = (lane: FeedSectionQuery, limit: number) =>
  SQL`select p.id from posts_visible_to(${lane.viewer}) p where p.agent_id = f.author
    and p.withdrawn is distinct from 'deleted' and `
    .append(within(lane))
    .append(SQL` order by p.id desc limit ${limit}`)

function ofEachAuthor(lane: FeedSectionQuery, authors: SQLStatement): SQLStatement {
  return followed(lane)
    .append(`, chosen as materialized (`)
    .append(authors)
    .append(`) select p.id from chosen f cross join lateral (`)
    .append(newestOf(lane, lane.limit))
    .append(SQL`) p order by p.id desc limit ${lane.limit}`)
}

/** The authors of the newest posts, one post each: only their posts can be on the page. */
function ofNewestAuthors(lane: FeedSectionQuery): SQLStatement {
  return SQL`select f.author from followed f cross join lateral (`
    .append(newestOf(lane, 1))
    .append(SQL`) p order by p.id desc limit ${lane.limit}`)
}

function ofRecent(lane: FeedSectionQuery): SQLStatement {
  return SQL`select p.id from (select p.* from posts_visible_to(${lane.viewer}) p where `.append(within(lane)).append(
    SQL` order by p.id desc limit ${RECENT_POSTS}) p
      where exists (select 1 from follow f where f.follower_id = ${lane.viewer} and f.followed_id = p.agent_id)
      order by p.id desc limit ${lane.limit}`,
  )
}

/** A candidate post that its reader may see. */
export interface Candidate {
  id: string
  agent_id: string
  space_id: string | null
}

export interface HorizonCandidate extends Candidate {
  /** Whether its author shows one of the requested interests. */
  shares_interest: boolean
}

/**
 * The newest posts recommended to strangers, of recommendable agents that are neither the viewer, nor followed by it,
 * nor in a block with it.
 */
export function findHorizonPosts(
  db: Queryable,
  lane: FeedSectionQuery,
  discoverableAs: PostKind,
  near: readonly string[] = [],
): Promise<HorizonCandidate[]> {
  return db.many<HorizonCandidate>(
    SQL`select p.id, p.agent_id, p.space_id, (select true from agent a where a.id = p.agent_id
          and is_surface_shown(a.visibility_config, 'interests', false)
          and a.interests && ${near}::text[]) is not null as shares_interest
      from posts_visible_to(${lane.viewer}) p where `
      // Said in the text: each kind has an index of its own.
      .append(`p.discoverable_as = '${discoverableAs}' and `)
      .append(within(lane))
      .append(
        SQL` and p.agent_id <> ${lane.viewer}
          and not exists (select 1 from follow f where f.follower_id = ${lane.viewer} and f.followed_id = p.agent_id)
          and (select true from recommendable_agents() a where a.id = p.agent_id) and `,
      )
      .append(isNoneBlocked('p.agent_id', lane.viewer))
      .append(SQL` order by p.id desc limit ${lane.limit}`),
  )
}
