/** What fits best comes first; each kind in the order of ids. */
export interface RankedCursor {
  /** The very handle 0, handles that begin so 1, words of names 2, of interests 3, what differs by a typo 4. */
  rank: number
  id: string
}

/** Texts of tsqueries; null matches nothing. */
export interface NameTokens {
  /** Of names alone. */
  names: string | null
  /** Of names and interests. */
  all: string | null
}

export interface NameSearch extends NameTokens {
  viewer: string
  /** What a handle begins with; null where no handle can. */
  handle: string | null
  /** What differs by a typo. */
  misspelt: NameTokens
}

export interface NameStep extends NameTokens {
  viewer: string
  handle: string | null
  /** Behind all handles that begin with it. */
  handle_end: string | null
  isMisspelt: boolean
}

/** No search finds more. */
export const MAX_FOUND = 1_000

/** Where more than so many are found as they are spelt, nothing else is looked for. */
const SURELY_FOUND = 20

/** '~' sorts behind all that a handle is made of. */
const HANDLE_END = '~'

/** All that is found, the best first; one more than `MAX_FOUND`: there is more. */
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
