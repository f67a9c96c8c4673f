import type { Queryable } from '../../storage/db/db.ts'
import { findFoundAgents, searchAgents } from '../../storage/search/agents.ts'
import { FOUND_MOST, type NameSearch, type RankedPlace } from '../../storage/search/names.ts'
import { searchSpaceNames } from '../../storage/search/spaces.ts'
import { findSpacesById } from '../../storage/spaces/browsing.ts'

export interface Found<Row> {
  /** `id`: where the reader is behind it. */
  rows: { id: string; row: Row }[]
  end: string | undefined
}

interface Kind<Row extends { id: string }> {
  search(db: Queryable, search: NameSearch): Promise<RankedPlace[]>
  find(db: Queryable, viewer: string, ids: readonly string[]): Promise<Row[]>
}

export const AGENTS = { search: searchAgents, find: findFoundAgents }
export const SPACES = { search: searchSpaceNames, find: findSpacesById }

/** A page of agents or of spaces, from behind a place. */
export async function findNamed<Row extends { id: string }>(
  db: Queryable,
  { search, find }: Kind<Row>,
  sought: NameSearch,
  page: { after: string | undefined; limit: number },
): Promise<Found<Row>> {
  const [rank = -1, id = ''] = page.after === undefined ? [] : [Number(page.after[0]), page.after.slice(2)]
  const all = (await search(db, sought)).slice(0, FOUND_MOST)
  const left = all.filter(place => place.rank > rank || (place.rank === rank && place.id > id))
  const shown = left.slice(0, page.limit)
  const placeOf = new Map(shown.map(place => [place.id, `${place.rank} ${place.id}`]))
  const rows = await find(db, sought.viewer, [...placeOf.keys()])
  return {
    rows: rows.map(row => ({ id: placeOf.get(row.id)!, row })),
    end: left.length > shown.length ? [...placeOf.values()].at(-1) : undefined,
  }
}
