import type { Queryable } from '../../storage/db/db.ts'
import { findFoundAgents, findMatchingAgents } from '../../storage/search/agent-search.ts'
import { MAX_FOUND, type NameSearch, type RankedCursor } from '../../storage/search/name-search.ts'
import { findMatchingSpaces } from '../../storage/search/space-search.ts'
import { findSpacesById } from '../../storage/spaces/space-search.ts'

export interface FoundNames<Row> {
  /** `id`: the reader's position after it. */
  rows: { id: string; row: Row }[]
  end: string | undefined
}

interface Kind<Row extends { id: string }> {
  search(db: Queryable, search: NameSearch): Promise<RankedCursor[]>
  find(db: Queryable, viewer: string, ids: readonly string[]): Promise<Row[]>
}

export const AGENT_NAMES = { search: findMatchingAgents, find: findFoundAgents }
export const SPACE_NAMES = { search: findMatchingSpaces, find: findSpacesById }

/** A page of agents or spaces, after a position. */
export async function findNamed<Row extends { id: string }>(
  db: Queryable,
  { search, find }: Kind<Row>,
  sought: NameSearch,
  page: { after: string | undefined; limit: number },
): Promise<FoundNames<Row>> {
  const [rank = -1, id = ''] = page.after === undefined ? [] : [Number(page.after[0]), page.after.slice(2)]
  const all = (await search(db, sought)).slice(0, MAX_FOUND)
  const left = all.filter(place => place.rank > rank || (place.rank === rank && place.id > id))
  const shown = left.slice(0, page.limit)
  const placeOf = new Map(shown.map(place => [place.id, `${place.rank} ${place.id}`]))
  const rows = await find(db, sought.viewer, [...placeOf.keys()])
  return {
    rows: rows.map(row => ({ id: placeOf.get(row.id)!, row })),
    end: left.length > shown.length ? [...placeOf.values()].at(-1) : undefined,
  }
}
