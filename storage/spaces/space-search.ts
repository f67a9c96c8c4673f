import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { MAX_FOUND } from '../search/name-search.ts'
import { type SpaceRow, selectSpaces } from './space-rows.ts'
import { type SortColumns, type SpaceSort, sortColumnsOf } from './space-sorts.ts'

export interface SpaceSearch {
  viewer: string
  sort: SpaceSort
  /** In lower case; each must occur in the description of the space. */
  words: readonly string[]
  topic: string | undefined
  visibility: 'public' | 'private' | undefined
  /** Whether the viewer is in it. */
  joined: boolean | undefined
}

/** Spaces with the same key are ordered by id, newest first; those without a sort key have 0. */
export interface SpaceCursor {
  key: number
  id: string
}

export interface FoundSpaces {
  places: SpaceCursor[]
  /** Counted up to `MAX_FOUND`; `total_is_exact`: there are no others. */
  total: number
  total_is_exact: boolean
}

const HIGHEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const WORDS = `lower(concat_ws(' ', s.handle, s.name, s.description, array_to_string(s.topic_tags, ' ')))`

/** Conditions on a space `s`. */
function filtersOf({ viewer, words, topic, visibility, joined }: SpaceSearch): SQLStatement {
  const conditions = SQL`true`
  if (visibility !== undefined) conditions.append(` and s.visibility = '${visibility}'`)
  if (joined === false)
    conditions.append(SQL` and (select true from space_member m
      where m.space_id = s.id and m.agent_id = ${viewer} and m.left_at is null) is null`)
  if (topic !== undefined) conditions.append(SQL` and ${topic} = any(s.topic_tags)`)
  if (words.length > 0) {
    conditions
      .append(SQL` and not exists (select from unnest(${words}::text[]) w where position(w in `)
      .append(`${WORDS}) = 0)`)
  }
  return conditions
}

/** With words, a topic or membership: all candidates are examined, and then sorted. */
function pageOfFew(search: SpaceSearch, after: SpaceCursor, limit: number): SQLStatement {
  const lead = sortColumnsOf(search.sort)
  const found = SQL`found as materialized (select s.id, `
    .append(lead ? `coalesce(${lead.key}, 0)` : '0')
    .append(SQL`::float8 as key from spaces_visible_to(${search.viewer}) s`)
  if (lead) found.append(` left join ${lead.table} x on x.space_id = s.id and ${lead.counts}`)
  // Written so that the plan starts with the few memberships of the viewer, which include all private spaces that it
  // can see.
  if (search.joined || search.visibility === 'private')
    found.append(SQL` join space_member m on m.space_id = s.id and m.agent_id = ${search.viewer} and m.left_at is null`)
  return found
    .append(' where ')
    .append(filtersOf(search))
    .append(SQL`), counted as (
    select count(*) as spaces from found
  ), page as (
    select key, id from found where (key, id) < (${after.key}::float8, ${after.id}::uuid)
    order by key desc, id desc limit ${limit})`)
}

/** Without criteria: from the start of the page, along the index of the sort key, and then by id. */
function pageOfAll(search: SpaceSearch, after: SpaceCursor, limit: number): SQLStatement {
  const lead = sortColumnsOf(search.sort)
  const more = MAX_FOUND + 1
  return SQL`counted as (select count(*) as spaces from (`
    .append(ofBoth(search, part => part.append(SQL` limit ${more}`)))
    .append(SQL` limit ${more}) s), first as materialized (`)
    .append(lead ? firstOf(search, lead, after, limit) : 'select 0::float8 as key, null::uuid as id where false')
    .append(`), others as materialized (`)
    .append(othersOf(search, lead, after.key > 0 ? HIGHEST : after.id, limit))
    .append(SQL` limit ${limit}::int - (select count(*) from first)
      ), page as (select key, id from first union all select key, id from others)`)
}

function firstOf(search: SpaceSearch, lead: SortColumns, { key, id }: SpaceCursor, limit: number): SQLStatement {
  return along(search, lead, lead.key)
    .append(` and ${lead.counts} and (${lead.column}, x.space_id) < (`)
    .append(lead.columnOf(key))
    .append(SQL`, ${id}::uuid)`)
    .append(` order by ${lead.column} desc, x.space_id desc`)
    .append(SQL` limit ${limit}`)
}

function othersOf(search: SpaceSearch, lead: SortColumns | undefined, before: string, limit: number): SQLStatement {
  if (lead?.others === 'none') return SQL`select 0::float8 as key, null::uuid as id where false`
  if (lead && lead.others !== 'spaces') {
    return along(search, lead, '0')
      .append(SQL` and x.space_id < ${before}`)
      .append(` and ${lead.others} order by ${lead.column} desc, x.space_id desc`)
  }
  const isAlone = lead
    ? `(select true from ${lead.table} x where x.space_id = s.id and ${lead.counts}) is null`
    : 'true'
  const newest = (part: SQLStatement) =>
    part.append(SQL` and s.id < ${before} and `).append(isAlone).append(SQL` order by s.id desc limit ${limit}`)
  return SQL`select 0::float8 as key, s.id from (`.append(ofBoth(search, newest)).append(') s order by s.id desc')
}

/** Spaces along the table of a sort key. */
const along = (search: SpaceSearch, { table }: SortColumns, key: string): SQLStatement =>
  SQL`select `
    .append(`${key}::float8 as key, s.id from ${table} x cross join lateral (`)
    .append(SQL`select v.* from spaces_visible_to(${search.viewer}) v where v.id = x.space_id limit 1) s where `)
    .append(filtersOf(search))

/** Public spaces, and others that the viewer may know of. */
function ofBoth(search: SpaceSearch, parted: (part: SQLStatement) => SQLStatement): SQLStatement {
  const part = (from: SQLStatement) => parted(from.append(' where ').append(filtersOf(search)))
  return SQL`(`
    .append(part(SQL`select s.id from space_open() s`))
    .append(') union all (')
    .append(part(SQL`select s.id from space_closed_to_others(${search.viewer}) s`))
    .append(')')
}

/** The sort keys of the spaces of a page, and the total. */
export async function searchSpaces(
  db: Queryable,
  search: SpaceSearch,
  after: SpaceCursor,
  limit: number,
): Promise<FoundSpaces> {
  const { words, topic, visibility, joined } = search
  const areFew = words.length > 0 || topic !== undefined || visibility === 'private' || joined === true
  const { spaces, places } = await db.one<{ spaces: number; places: SpaceCursor[] }>(
    SQL`with `
      .append(areFew ? pageOfFew(search, after, limit) : pageOfAll(search, after, limit))
      .append(SQL` select (select spaces::int from counted) as spaces,
      coalesce((select json_agg(json_build_object('key', key, 'id', id) order by key desc, id desc) from page), '[]')
        as places`),
  )
  return { places, total: Math.min(spaces, MAX_FOUND), total_is_exact: spaces <= MAX_FOUND }
}

/** Spaces by id, in that order, without those that the viewer may not know of. */
export function findSpacesById(db: Queryable, viewer: string, ids: readonly string[]): Promise<SpaceRow[]> {
  const from = SQL` from unnest(${ids}::uuid[]) with ordinality as i (id, ordinal)
    cross join (select ${viewer}::uuid as viewer) r join spaces_visible_to(${viewer}) s on s.id = i.id`
  return db.many<SpaceRow>(selectSpaces(from, SQL`order by i.ordinal`))
}
