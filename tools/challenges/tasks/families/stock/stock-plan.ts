import type { Asked } from '../../engine/family.ts'

/**
 * A lending library of games keeps a list: of each title so many copies on the shelf. Then things happen, in the order
 * of `events`; what is asked is the stock after all of them, or something that follows from it.
 *
 * - `taken`: a person borrows copies of one title; they are off the shelf. Each person borrows once.
 * - `returned`: a person who borrowed brings back what they borrowed but for `kept`; `damaged` of those brought back are
 *   damaged, and count as stock only where `damagedCount` is true.
 * - `mixed`: so many of the copies listed under `from` are in truth copies of `to`; the list is put right.
 * - `fewer`: the list was wrong from the start: so many copies fewer were there.
 * - `more`: the same the other way round, by `amount`.
 *
 * - `given`: so many copies come to the shelf as a gift. `sold`: so many are sold off it.
 * - `passed`: the person hands all they still have to the person `to`, who has borrowed nothing and brings nothing back.
 * - `wanted`: a person did not borrow after all. `declined`: a gift was not accepted. Nothing changes.
 *
 * The `remark`, where there is one, is of the loan of `person`, before anything is reckoned: `copies`, it was of `to` copies;
 * `title`, it was of the title `to`; `doubted`: it was doubted that it was of that title, but it was.
 *
 * `ordered` are distractors: copies that are only ordered are never counted.
 * No two titles end with the same stock, and no two with the same difference to the list as first written.
 */
export interface StockPlan {
  listed: { title: string; copies: number }[]
  events: StockEvent[]
  amount: number
  damagedCount: boolean
  ordered: { title: string; copies: number }[]
  remark?: StockRemark
  /** The two titles of `pair`. */
  pair: [string, string]
  /** Where `missing` or `below` is asked for. */
  wanted?: number
  /** The answer is an object with these members. */
  asked: Asked<StockFacet>[]
}

export type StockEvent =
  | { kind: 'taken'; person: string; title: string; copies: number }
  | { kind: 'returned'; person: string; kept: number; damaged: number }
  | { kind: 'mixed'; from: string; to: string; copies: number }
  | { kind: 'fewer'; title: string; copies: number }
  | { kind: 'more'; title: string }
  | { kind: 'given' | 'sold' | 'declined'; title: string; copies: number }
  | { kind: 'passed'; person: string; to: string }
  | { kind: 'wanted'; person: string; title: string; copies: number }

export type StockRemark =
  | { kind: 'copies'; person: string; to: number }
  | { kind: 'title'; person: string; from: string; to: string }
  | { kind: 'doubted'; person: string; from: string; to: string }

/**
 * - `order`: titles by their stock at the end, smallest first.
 * - `total`: all stock at the end.
 * - `spread`: the largest stock at the end less the smallest.
 * - `pair`: the stock of both titles of `pair` together.
 * - `borrowers`: who still has copies at the end, by the alphabet.
 * - `out`: how many copies all of those still have.
 * - `changed`: the title whose stock at the end is furthest from the list as first written, up or down.
 * - `change`: how far that is, without a sign.
 * - `missing`: how many copies would have to be bought for every title to reach `wanted`, summed over the titles.
 * - `damaged`: how many copies came back damaged.
 * - `first`: the stock of the first title of `pair`. `gap`: by how much the two of `pair` differ.
 * - `second`: the title with the second largest stock. `below`: how many titles have a stock of less than `wanted`.
 * - `lent`: how many copies were borrowed in all. `unremarked`: the stock of the first title of `pair` if there were no remark.
 */
export type StockFacet =
  | 'order'
  | 'total'
  | 'spread'
  | 'pair'
  | 'borrowers'
  | 'out'
  | 'changed'
  | 'change'
  | 'missing'
  | 'damaged'
  | 'first'
  | 'gap'
  | 'second'
  | 'below'
  | 'lent'
  | 'unremarked'
