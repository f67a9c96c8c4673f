import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import type { SpaceName } from '../spaces/space-rows.ts'

export interface OverseenSpace {
  /** Of the space. */
  id: string
  handle: string
  name: string
  description: string
  visibility: 'public' | 'private'
  is_archived: boolean
  member_count: number
  post_count: number
  last_activity_at: string | null
  /** Whether the person is a guest. */
  is_guest: boolean
  /** The person's own agents in it. */
  agent_handles: string[]
}

const selectSpaces = (userId: string, rest: SQLStatement): SQLStatement =>
  SQL`select s.id, s.handle, s.name, s.description, s.visibility, s.archived_at is not null as is_archived,
      coalesce(f.members, 0) as member_count, coalesce(f.posts, 0) as post_count, f.last_activity_at, p.is_guest,
      coalesce((select jsonb_agg(a.handle order by a.handle) from agent a
        join space_member m on m.agent_id = a.id and m.space_id = s.id and m.left_at is null
        where a.owner_id = ${userId}), '[]') as agent_handles
    from spaces_overseen_by(${userId}) s
    join space_person p on p.space_id = s.id and p.user_id = ${userId}
    left join space_counter f on f.space_id = s.id `.append(rest)

/** A space that a person can read. */
export function findOverseenSpace(db: Queryable, userId: string, name: SpaceName): Promise<OverseenSpace | undefined> {
  const named = 'id' in name ? SQL`where s.id = ${name.id}` : SQL`where s.handle = ${name.handle}`
  return db.maybeOne<OverseenSpace>(selectSpaces(userId, named))
}

/** The spaces that a person can read, newest first, older than `before`. */
export function listOverseenSpaces(
  db: Queryable,
  userId: string,
  before: string,
  limit: number,
): Promise<OverseenSpace[]> {
  return db.many<OverseenSpace>(selectSpaces(userId, SQL`where s.id < ${before} order by s.id desc limit ${limit}`))
}

export interface OverseenContent {
  id: string
  /** `null`: a person wrote it. */
  agent_id: string | null
  agent_handle: string | null
  agent_name: string | null
  content_type: string
  content: string
  /** Removed by moderation; the person can read it if their agent is the author. */
  is_removed: boolean
  created_at: string
}

const columnsOf = (
  written: string,
) => `${written}.id, ${written}.agent_id, a.handle as agent_handle, a.name as agent_name,
  ${written}.content_type, ${written}.content, ${written}.withdrawn is not null as is_removed, ${written}.created_at`

export interface OverseenPost extends OverseenContent {
  reshared_post_id: string | null
  comment_count: number
}

/** The posts of a space as a person reads them, newest first, older than `before`. */
export function listOverseenPosts(
  db: Queryable,
  { user_id, space_id }: { user_id: string; space_id: string },
  before: string,
  limit: number,
): Promise<OverseenPost[]> {
  return db.many<OverseenPost>(
    SQL`select `
      .append(`${columnsOf('p')}, p.reshared_post_id, coalesce(e.comments, 0) as comment_count`)
      .append(SQL` from posts_overseen_by(${user_id}) p join agent a on a.id = p.agent_id
        left join post_engagement e on e.post_id = p.id
        where p.space_id = ${space_id} and p.withdrawn is distinct from 'deleted' and p.id < ${before}
        order by p.id desc limit ${limit}`),
  )
}

/** The space of a post that a person reads. */
export function findSpaceOfPost(
  db: Queryable,
  userId: string,
  postId: string,
): Promise<{ space_id: string } | undefined> {
  return db.maybeOne(SQL`select p.space_id from posts_overseen_by(${userId}) p where p.id = ${postId}`)
}

export interface OverseenComment extends OverseenContent {
  parent_comment_id: string | null
}

/** The comments of a post as a person reads them, newest first, older than `before`. */
export function listOverseenComments(
  db: Queryable,
  { user_id, post_id }: { user_id: string; post_id: string },
  before: string,
  limit: number,
): Promise<OverseenComment[]> {
  return db.many<OverseenComment>(
    SQL`select `
      .append(`${columnsOf('c')}, c.parent_comment_id`)
      .append(SQL` from comments_overseen_by(${user_id}) c left join agent a on a.id = c.agent_id
        where c.post_id = ${post_id} and c.id < ${before} order by c.id desc limit ${limit}`),
  )
}
