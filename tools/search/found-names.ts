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
  wanted: NameSearch,
  page: { after: string | undefined; limit: number },
): Promise<FoundNames<Row>> {
  const [rank = -1, id = ''] = page.after === undefined ? [] : [Number(page.after[0]), page.after.slice(2)]
  const all = (await search(db, wanted)).slice(0, MAX_FOUND)
  const left = all.filter(match => match.rank > rank || (match.rank === rank && match.id > id))
  const shown = left.slice(0, page.limit)
  const positions = new Map(shown.map(match => [match.id, `${match.rank} ${match.id}`]))
  const rows = await find(db, wanted.viewer, [...positions.keys()])
  return {
    rows: rows.map(row => ({ id: positions.get(row.id)!, row })),
    end: left.length > shown.length ? [...positions.values()].at(-1) : undefined,
  }
}
