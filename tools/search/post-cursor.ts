import { hash } from 'node:crypto'

/** The newest that fit, so many, come in the order of their ranks; then all others, the newest first. */
export const BEST_FIRST = 100

/** How far a reader came. */
export interface PostSearchCursor {
  /** Whether words with typos are sought. */
  isMisspelt: boolean
  /** `best`: among the best of those below `before`; `rest`: among the others, of which those below are next. */
  lane: 'best' | 'rest'
  before: string
  /** Those of the best that were shown. */
  shown: string[]
}

const MARK = 6
const ID = 36

/** A few characters stand for an id: two of a hundred are alike once in ten million searches. */
export const cursorMarkOf = (id: string): string => hash('sha256', id, 'base64url').slice(0, MARK)

export const writePostCursor = ({ isMisspelt, lane, before, shown }: PostSearchCursor): string =>
  `${isMisspelt ? 't' : 'e'}${lane[0]}${before}${shown.join('')}`

/** What `writePostCursor` wrote. */
export function readPostCursor(place: string): PostSearchCursor {
  return {
    isMisspelt: place[0] === 't',
    lane: place[1] === 'b' ? 'best' : 'rest',
    before: place.slice(2, 2 + ID),
    shown: place.slice(2 + ID).match(/.{6}/g) ?? [],
  }
}
