import { requireStatus } from '../assertions/problems.ts'
import type { Identity } from '../clients/signing.ts'
import { type SearchPage, searchPage } from '../schemas/search.ts'
import { until } from '../until.ts'
import type { World } from '../world.ts'

/** A new text can be found two seconds later (SEARCH-30); a server that lags gets that time again, and some more. */
const PATIENCE_MS = 20_000

export type Query = { q: string; type?: string; limit?: number; cursor?: string }

export async function seek(world: World, reader: Identity, query: Query): Promise<SearchPage> {
  const asked = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return requireStatus(await world.call(reader, 'GET', `/search?${asked}`), 200).as(searchPage)
}

/** The page once it is as expected, or the last one requested. */
export const seekUntil = (
  world: World,
  reader: Identity,
  query: Query,
  holds: (page: SearchPage) => boolean,
): Promise<SearchPage> => until(() => seek(world, reader, query), holds, PATIENCE_MS)

export const contentsOf = ({ posts }: SearchPage): string[] => posts.map(({ content }) => content).sort()
