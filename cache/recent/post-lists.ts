import type { IdColumns } from './id-columns.ts'

const NONE = -1

/**
 * Linked lists of slots, each from its newest id to its oldest. Reusing a slot for another post ends the lists that
 * still refer to it: what follows there belongs to another list, or is newer. `every`: one of so many entries of a long
 * list is a skip mark, so that a search far back need not start at the head.
 */
export class PostLists {
  private readonly ids: IdColumns
  // Both store the value plus one, so that untouched memory needs no initialization.
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

  /** The newest slot of a list; -1 if it is empty. */
  first(chain: number): number {
    const place = this.newest[chain] ?? NONE
    return place !== NONE && this.of(place) === chain ? place : NONE
  }

  /** The newest slot of a list that is older than an id; -1 if there is none. */
  firstBelow(chain: number, id: readonly number[]): number {
    let place = this.markAbove(chain, id) ?? this.first(chain)
    while (place !== NONE && this.ids.compareTo(place, id) >= 0) place = this.next(place)
    return place
  }

  /** The next, older slot of the list; -1 at its end. */
  next(place: number): number {
    const next = this.older[place]! - 1
    const isThere = next !== NONE && this.chainOf[next] === this.chainOf[place] && this.ids.compare(next, place) < 0
    return isThere ? next : NONE
  }

  /** Inserts a slot, whose id is set, in order: nearly always at the head. */
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

  /** Appends a slot that is older than all of the list. */
  append(place: number, chain: number): void {
    const last = this.first(chain) === NONE ? NONE : this.oldest[chain]!
    this.chainOf[place] = chain + 1
    this.older[place] = NONE + 1
    if (last === NONE) this.newest[chain] = place
    else this.older[last] = place + 1
    this.oldest[chain] = place
    this.marksOf(chain)?.addOldest(place, this.every)
  }

  /** The oldest remaining entry by insertion, or the one that was appended last. */
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

/** Marks of a list, oldest first: slots that were its newest or its oldest entry when they were inserted. */
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

  /** Binary search: the oldest entry for which a predicate holds that holds for all newer ones. */
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
