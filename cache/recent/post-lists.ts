import type { IdColumns } from './id-columns.ts'

const NONE = -1

/**
 * Places in chains, each from its newest id to its oldest. A place that was given to another post ends the chains that
 * still lead to it: what follows there is of another chain, or newer. `every`: of so many that came to a long chain one
 * is a mark, from where it is walked, so that nothing that is far back is looked for from its beginning.
 */
export class PostLists {
  private readonly ids: IdColumns
  // Both one more than they say: what nothing was written to takes no memory.
  private readonly chainOf: Int32Array
  private readonly older: Int32Array
  private readonly newest: number[] = []
  private readonly oldest: number[] = []
  private readonly every: number
  private readonly marks: Marks[] = []

  constructor(ids: IdColumns, count: number, every = Number.POSITIVE_INFINITY) {
    this.ids = ids
    this.chainOf = new Int32Array(count)
    this.older = new Int32Array(count)
    this.every = every
  }

  of(place: number): number {
    return this.chainOf[place]! - 1
  }

  /** The newest place of a chain; -1 where it has none. */
  first(chain: number): number {
    const place = this.newest[chain] ?? NONE
    return place !== NONE && this.of(place) === chain ? place : NONE
  }

  /** The newest place of a chain that is older than an id; -1 where it has none. */
  firstBelow(chain: number, id: readonly number[]): number {
    let place = this.markAbove(chain, id) ?? this.first(chain)
    while (place !== NONE && this.ids.compareTo(place, id) >= 0) place = this.next(place)
    return place
  }

  /** The place after one of the chain, which is older; -1 at its end. */
  next(place: number): number {
    const next = this.older[place]! - 1
    const isThere = next !== NONE && this.chainOf[next] === this.chainOf[place] && this.ids.compare(next, place) < 0
    return isThere ? next : NONE
  }

  /** Puts a place, whose id is set, where it belongs: nearly always in front. */
  add(place: number, chain: number): void {
    let [newer, older] = [NONE, this.first(chain)]
    this.chainOf[place] = chain + 1
    while (older !== NONE && this.ids.compare(older, place) > 0) [newer, older] = [older, this.next(older)]
    this.older[place] = older + 1
    if (newer !== NONE) this.older[newer] = place + 1
    else {
      this.newest[chain] = place
      this.marksOf(chain)?.addNewest(place, this.every)
    }
    if (older === NONE) this.oldest[chain] = place
  }

  /** Puts a place, older than all of the chain, at its end. */
  append(place: number, chain: number): void {
    const last = this.first(chain) === NONE ? NONE : this.oldest[chain]!
    this.chainOf[place] = chain + 1
    this.older[place] = NONE + 1
    if (last === NONE) this.newest[chain] = place
    else this.older[last] = place + 1
    this.oldest[chain] = place
    this.marksOf(chain)?.addOldest(place, this.every)
  }

  /** Of all that have not left the one that came first, or was appended last. */
  leave(place: number): void {
    const chain = this.of(place)
    if (chain !== NONE) this.marks[chain]?.leave(place)
    this.chainOf[place] = NONE + 1
  }

  private marksOf(chain: number): Marks | undefined {
    if (this.every === Number.POSITIVE_INFINITY) return undefined
    this.marks[chain] ??= new Marks()
    return this.marks[chain]
  }

  /** The oldest mark that is not older than an id. */
  private markAbove(chain: number, id: readonly number[]): number | undefined {
    return this.marks[chain]?.findOldest(place => this.ids.compareTo(place, id) >= 0)
  }
}

/** Places of a chain, oldest first: those that were its newest, or its oldest, as they came. */
class Marks {
  private readonly places: number[] = []
  private newer = 0
  private older = 0

  addNewest(place: number, every: number): void {
    if (++this.newer < every) return
    this.newer = 0
    this.places.push(place)
  }

  addOldest(place: number, every: number): void {
    if (++this.older < every) return
    this.older = 0
    this.places.unshift(place)
  }

  leave(place: number): void {
    if (this.places[0] === place) this.places.shift()
  }

  /** The oldest of which something is so that is so of all newer ones. */
  findOldest(isSo: (place: number) => boolean): number | undefined {
    let [from, to] = [0, this.places.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (isSo(this.places[middle]!)) to = middle
      else from = middle + 1
    }
    return this.places[from]
  }
}
