import type { Queryable } from '../../storage/db/db.ts'
import {
  BOTTOM,
  chooseSearchPlan,
  type FoundOffer,
  findFewMatches,
  findInRange,
  findNewestOffers,
  type OfferSearch,
  type SearchCursor,
  type SearchPlan,
  TOP,
} from '../../storage/offers/offer-search.ts'

/** The position of a reader: an offer among few, or in a segment of many. */
interface OfferPosition {
  plan: SearchPlan | 'many'
  after: SearchCursor
  start?: SearchCursor
  /** `undefined`: at the start of the segment. */
  end?: SearchCursor | undefined
}

export interface FoundOffers {
  /** One more than fits on the page, if there is one; `id` is the reader's position after it. */
  rows: { id: string; offer: string }[]
  /** The next position if all rows are shown; `undefined`: there is none. */
  end: string | undefined
}

interface Page {
  sort: 'score' | 'newest'
  /** From a cursor. */
  position: string | undefined
  limit: number
}

/**
 * A page of results. It continues after the score and id of the last shown offer, in the same segment, so that
 * concurrent changes move nothing else (OFFER-27).
 */
export async function findPage(db: Queryable, search: OfferSearch, page: Page): Promise<FoundOffers> {
  const position: OfferPosition =
    page.position === undefined
      ? { plan: (await chooseSearchPlan(db, search)) ?? 'many', after: TOP, start: TOP }
      : JSON.parse(page.position)
  const { plan, after } = position
  const { sort, limit } = page
  if (plan !== 'many') {
    const found = await findFewMatches(db, search, { plan, sort, after, limit: limit + 1 })
    return { rows: found.map(rowIn(position)), end: undefined }
  }
  if (sort === 'score') return await findInStretch(db, search, position, limit)
  const { found, end } = await findNewestOffers(db, search, { before: after.id, limit: limit + 1 })
  const next = end && JSON.stringify({ ...position, after: { ...after, id: end } })
  return { rows: found.map(rowIn(position)), end: next }
}

async function findInStretch(
  db: Queryable,
  search: OfferSearch,
  { after, start = TOP, end }: OfferPosition,
  limit: number,
): Promise<FoundOffers> {
  const stretch = await findInRange(db, search, { start, end })
  const last = stretch.end ?? BOTTOM
  const left = stretch.found.filter(({ total, id }) => total < after.by || (total === after.by && id < after.id))
  const next: OfferPosition = { plan: 'many', after: TOP, start: last }
  return {
    rows: left.slice(0, limit + 1).map(rowIn({ plan: 'many', after, start, end: last })),
    end: last.by < 0 ? undefined : JSON.stringify(next),
  }
}

const rowIn =
  (position: OfferPosition) =>
  ({ id, total }: FoundOffer) => ({ id: JSON.stringify({ ...position, after: { by: total, id } }), offer: id })
