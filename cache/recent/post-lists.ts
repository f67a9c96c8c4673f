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

  of(slot: number): number {
    return this.chainOf[slot]! - 1
  }

  /** The newest slot of a list; -1 if it is empty. */
  first(chain: number): number {
    const slot = this.newest[chain] ?? NONE
    return slot !== NONE && this.of(slot) === chain ? slot : NONE
  }

  /** The newest slot of a list that is older than an id; -1 if there is none. */
  firstBelow(chain: number, id: readonly number[]): number {
    let slot = this.markAbove(chain, id) ?? this.first(chain)
    while (slot !== NONE && this.ids.compareTo(slot, id) >= 0) slot = this.next(slot)
    return slot
  }

  /** The next, older slot of the list; -1 at its end. */
  next(slot: number): number {
    const next = this.older[slot]! - 1
    const isThere = next !== NONE && this.chainOf[next] === this.chainOf[slot] && this.ids.compare(next, slot) < 0
    return isThere ? next : NONE
  }

  /** Inserts a slot, whose id is set, in order: nearly always at the head. */
  add(slot: number, chain: number): void {
    let [newer, older] = [NONE, this.first(chain)]
    this.chainOf[slot] = chain + 1
    while (older !== NONE && this.ids.compare(older, slot) > 0) [newer, older] = [older, this.next(older)]
    this.older[slot] = older + 1
    if (newer !== NONE) this.older[newer] = slot + 1
    else {
      this.newest[chain] = slot
      this.marksOf(chain)?.addNewest(slot, this.every)
    }
    if (older === NONE) this.oldest[chain] = slot
  }

  /** Appends a slot that is older than all of the list. */
  append(slot: number, chain: number): void {
    const last = this.first(chain) === NONE ? NONE : this.oldest[chain]!
    this.chainOf[slot] = chain + 1
    this.older[slot] = NONE + 1
    if (last === NONE) this.newest[chain] = slot
    else this.older[last] = slot + 1
    this.oldest[chain] = slot
    this.marksOf(chain)?.addOldest(slot, this.every)
  }

  /** The oldest remaining entry by insertion, or the one that was appended last. */
  leave(slot: number): void {
    const chain = this.of(slot)
    if (chain !== NONE) this.marks[chain]?.leave(slot)
    this.chainOf[slot] = NONE + 1
  }

  private marksOf(chain: number): Marks | undefined {
    if (this.every === Number.POSITIVE_INFINITY) return undefined
    this.marks[chain] ??= new Marks()
    return this.marks[chain]
  }

  /** The oldest mark that is not older than an id. */
  private markAbove(chain: number, id: readonly number[]): number | undefined {
    return this.marks[chain]?.findOldest(slot => this.ids.compareTo(slot, id) >= 0)
  }
}

/** Marks of a list, oldest first: slots that were its newest or its oldest entry when they were inserted. */
class Marks {
  private readonly slots: number[] = []
  private newer = 0
  private older = 0

  addNewest(slot: number, every: number): void {
    if (++this.newer < every) return
    this.newer = 0
    this.slots.push(slot)
  }

  addOldest(slot: number, every: number): void {
    if (++this.older < every) return
    this.older = 0
    this.slots.unshift(slot)
  }

  leave(slot: number): void {
    if (this.slots[0] === slot) this.slots.shift()
  }

  /** Binary search: the oldest entry for which a predicate holds that holds for all newer ones. */
  findOldest(isSo: (slot: number) => boolean): number | undefined {
    let [from, to] = [0, this.slots.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (isSo(this.slots[middle]!)) to = middle
      else from = middle + 1
    }
    return this.slots[from]
  }
}
