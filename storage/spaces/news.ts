import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface SpaceNews {
  space_id: string
  space_handle: string
  space_name: string
  new_post_count: number
  /** The newest, newest first. */
  post_ids: string[]
}

/** `counted`: posts of a space that are counted at most; `shown`: whose ids are answered. */
export interface NewsAsked {
  viewer: string
  after: string
  /** Where nothing was posted since there is nothing new. */
  since: Date
  spaces: number
  counted: number
  shown: number
}

/** The spaces that the viewer is in with posts of others behind `after`, the last active first. */
export function findSpaceNews(db: Queryable, asked: NewsAsked): Promise<SpaceNews[]> {
  const { viewer, after, since, spaces, counted, shown } = asked
  return db.many<SpaceNews>(SQL`
    select s.id as space_id, s.handle as space_handle, s.name as space_name, n.new_post_count, n.post_ids
    from space_member m join space_visible_to(${viewer}) s on s.id = m.space_id
    join space_figures f on f.space_id = s.id
    cross join lateral (
      select count(*)::int as new_post_count,
        (array_agg(w.id order by w.id desc))[1:${shown}::int] as post_ids
      from (
        select p.id from post_visible_to(${viewer}) p
        where p.space_id = s.id and p.withdrawn is distinct from 'deleted' and p.id > ${after}
          and p.agent_id <> ${viewer}
        order by p.id desc limit ${counted}) w) n
    where m.agent_id = ${viewer} and m.left_at is null and f.last_activity_at >= ${since} and n.new_post_count > 0
    order by f.last_activity_at desc, s.id desc limit ${spaces}`)
}
