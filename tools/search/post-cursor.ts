import { hash } from 'node:crypto'

/** A search shows the newest matches in the order of their rank first, then all others, newest first. */
export const BEST_FIRST = 100

/** The position of a reader. */
export interface PostSearchCursor {
  /** Whether typos are matched. */
  isMisspelt: boolean
  /** `best`: among the ranked matches below `before`; `rest`: among the others, continuing below it. */
  lane: 'best' | 'rest'
  before: string
  /** The ranked posts that were already shown. */
  shown: string[]
}

const MARK = 6
const ID = 36

/** Ids are abbreviated to a few characters: a collision within a hundred occurs once in ten million searches. */
export const cursorMarkOf = (id: string): string => hash('sha256', id, 'base64url').slice(0, MARK)

export const writePostCursor = ({ isMisspelt, lane, before, shown }: PostSearchCursor): string =>
  `${isMisspelt ? 't' : 'e'}${lane[0]}${before}${shown.join('')}`

/** Parses the output of `writePostCursor`. */
export function readPostCursor(text: string): PostSearchCursor {
  return {
    isMisspelt: text[0] === 't',
    lane: text[1] === 'b' ? 'best' : 'rest',
    before: text.slice(2, 2 + ID),
    shown: text.slice(2 + ID).match(/.{6}/g) ?? [],
  }
}
