import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface SpaceActivity {
  space_id: string
  space_handle: string
  space_name: string
  new_post_count: number
  /** The newest, newest first. */
  post_ids: string[]
}

/** `counted`: maximum number of posts counted per space; `shown`: number of ids returned. */
export interface SpaceActivityQuery {
  viewer: string
  after: string
  /** Spaces without posts since have nothing new. */
  since: Date
  spaces: number
  counted: number
  shown: number
}

/** The viewer's spaces with posts of others after `after`, most recently active first. */
export function findSpaceActivity(db: Queryable, query: SpaceActivityQuery): Promise<SpaceActivity[]> {
  const { viewer, after, since, spaces, counted, shown } = query
  // The limit is a parameter, so that the planner walks the posts of a space from the newest on and stops. Written with
  // `is null`, since a plain condition would make it scan all memberships if tables were never analyzed.
  return db.many<SpaceActivity>(SQL`
    select s.id as space_id, s.handle as space_handle, s.name as space_name, n.new_post_count, n.post_ids
    from (
      select m.space_id from space_member m
      where m.agent_id = ${viewer} and coalesce(m.left_at, 'infinity') = 'infinity') m
    cross join lateral (
      select f.last_activity_at from space_counter f
      where f.space_id = m.space_id and f.last_activity_at >= ${since} limit 1) f
    cross join lateral (
      select s.id, s.handle, s.name from spaces_visible_to(${viewer}) s where s.id = m.space_id limit 1) s
    cross join lateral (
      select count(*)::int as new_post_count,
        (array_agg(w.id order by w.id desc))[1:${shown}::int] as post_ids
      from (
        select p.id from posts_visible_to(${viewer}) p
        where p.space_id = s.id and p.withdrawn is distinct from 'deleted' and p.id > ${after}
          and p.agent_id <> ${viewer}
        order by p.id desc limit (select ${counted}::int)) w) n
    where n.new_post_count > 0
    order by f.last_activity_at desc, s.id desc limit ${spaces}`)
}
