/** Best matches first; each rank in the order of ids. */
export interface RankedCursor {
  /** Exact handle 0, handle prefix 1, words of names 2, of interests 3, typos 4. */
  rank: number
  id: string
}

/** Texts of tsqueries; null matches nothing. */
export interface NameTokens {
  /** For names only. */
  names: string | null
  /** For names and interests. */
  all: string | null
}

export interface NameSearch extends NameTokens {
  viewer: string
  /** The handle prefix; null if no handle can match. */
  handle: string | null
  /** Words with one typo. */
  misspelt: NameTokens
}

export interface NameStep extends NameTokens {
  viewer: string
  handle: string | null
  /** The upper bound for the handle prefix. */
  handle_end: string | null
  isMisspelt: boolean
}

/** Maximum results of a search. */
export const MAX_FOUND = 1_000

/** With more exact matches than this, nothing else is searched. */
const SURELY_FOUND = 20

/** '~' sorts after every character of handles. */
const HANDLE_END = '~'

/** All results, best first; one more than `MAX_FOUND` means that there are more. */
export async function findMatchingNames(
  { misspelt, ...search }: NameSearch,
  find: (step: NameStep) => Promise<RankedCursor[]>,
): Promise<RankedCursor[]> {
  const handle_end = search.handle === null ? null : search.handle + HANDLE_END
  const found = await find({ ...search, handle_end, isMisspelt: false })
  const ids = new Set(found.map(({ id }) => id))
  if (found.length <= SURELY_FOUND && misspelt.all !== null) {
    const further = await find({ ...search, ...misspelt, handle: null, handle_end: null, isMisspelt: true })
    found.push(...further.filter(({ id }) => !ids.has(id)))
  }
  return found.sort((one, other) => one.rank - other.rank || (one.id < other.id ? -1 : 1))
}
