import type { PackedIds } from './packed-ids.ts'

const NONE = -1

/**
 * Places in chains, each from its newest id to its oldest. A place that was given to another post ends the chains that
 * still lead to it: what follows there is of another chain, or newer.
 */
export class Chains {
  private readonly ids: PackedIds
  private readonly chainOf: Int32Array
  private readonly older: Int32Array
  private readonly newest: number[] = []
  private readonly oldest: number[] = []

  constructor(ids: PackedIds, count: number) {
    this.ids = ids
    this.chainOf = new Int32Array(count).fill(NONE)
    this.older = new Int32Array(count).fill(NONE)
  }

  of(place: number): number {
    return this.chainOf[place]!
  }

  /** The newest place of a chain; -1 where it has none. */
  first(chain: number): number {
    const place = this.newest[chain] ?? NONE
    return place !== NONE && this.chainOf[place] === chain ? place : NONE
  }

  /** The place after one of the chain, which is older; -1 at its end. */
  next(place: number): number {
    const next = this.older[place]!
    const isThere = next !== NONE && this.chainOf[next] === this.chainOf[place] && this.ids.compare(next, place) < 0
    return isThere ? next : NONE
  }

  /** Puts a place, whose id is set, where it belongs: nearly always in front. */
  add(place: number, chain: number): void {
    let [newer, older] = [NONE, this.first(chain)]
    this.chainOf[place] = chain
    while (older !== NONE && this.ids.compare(older, place) > 0) [newer, older] = [older, this.next(older)]
    this.older[place] = older
    if (newer === NONE) this.newest[chain] = place
    else this.older[newer] = place
    if (older === NONE) this.oldest[chain] = place
  }

  /** Puts a place, older than all of the chain, at its end. */
  append(place: number, chain: number): void {
    const last = this.first(chain) === NONE ? NONE : this.oldest[chain]!
    this.chainOf[place] = chain
    this.older[place] = NONE
    if (last === NONE) this.newest[chain] = place
    else this.older[last] = place
    this.oldest[chain] = place
  }

  leave(place: number): void {
    this.chainOf[place] = NONE
  }
}
