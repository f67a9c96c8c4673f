import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { type SpaceRow, selectSpaces } from './spaces.ts'

/** By what spaces are sorted, the most of it first: SQL for a space `s`, its figures `f` and its trend `t`. */
const KEYS = {
  trending: 'coalesce(t.score, 0)',
  newest: '0',
  members: 'coalesce(f.members, 0)',
  active: `coalesce(extract(epoch from f.last_activity_at), 0)`,
} as const

export type SpaceSort = keyof typeof KEYS

export const SPACE_SORTS = Object.keys(KEYS) as [SpaceSort, ...SpaceSort[]]

export interface SpaceSearch {
  viewer: string
  sort: SpaceSort
  /** In lower case; each stands somewhere in what is said of the space. */
  words: readonly string[]
  topic: string | undefined
  visibility: 'public' | 'private' | undefined
  /** Whether the viewer is in it. */
  joined: boolean | undefined
}

/** Spaces of the same key are sorted by their ids, the newest first. */
export interface SpacePlace {
  key: number
  id: string
}

const WORDS = `lower(concat_ws(' ', s.handle, s.name, s.description, array_to_string(s.topic_tags, ' ')))`

function searched({ viewer, sort, words, topic, visibility, joined }: SpaceSearch): SQLStatement {
  const found = SQL`select s.id, `.append(KEYS[sort]).append(SQL`::float8 as key
    from space_visible_to(${viewer}) s left join space_figures f on f.space_id = s.id
    left join space_trend t on t.space_id = s.id
    left join space_member m on m.space_id = s.id and m.agent_id = ${viewer} and m.left_at is null where true`)
  if (visibility !== undefined) found.append(SQL` and s.visibility = ${visibility}`)
  // Said so, the plan begins with the few that the viewer is in.
  if (joined !== undefined) found.append(joined ? ' and m.agent_id is not null' : ' and m.agent_id is null')
  if (topic !== undefined) found.append(SQL` and ${topic} = any(s.topic_tags)`)
  if (words.length > 0) {
    found
      .append(SQL` and not exists (select from unnest(${words}::text[]) w where position(w in `)
      .append(`${WORDS}) = 0)`)
  }
  return found
}

/** The places of the spaces of a page, and how many there are on all pages. */
export function searchSpaces(
  db: Queryable,
  search: SpaceSearch,
  after: SpacePlace,
  limit: number,
): Promise<{ total: number; places: SpacePlace[] }> {
  return db.one(
    SQL`with found as materialized (`.append(searched(search)).append(SQL`), page as (
        select key, id from found where (key, id) < (${after.key}::float8, ${after.id}::uuid)
        order by key desc, id desc limit ${limit})
      select (select count(*)::int from found) as total,
        coalesce((select json_agg(json_build_object('key', key, 'id', id) order by key desc, id desc) from page), '[]')
          as places`),
  )
}

/** Spaces by their ids, in that order; those that the viewer may not know of are left out. */
export function findSpacesById(db: Queryable, viewer: string, ids: readonly string[]): Promise<SpaceRow[]> {
  const from = SQL` from unnest(${ids}::uuid[]) with ordinality as i (id, place)
    cross join (select ${viewer}::uuid as viewer) r join space_visible_to(${viewer}) s on s.id = i.id`
  return db.many<SpaceRow>(selectSpaces(from, SQL`order by i.place`))
}
