import type { IdColumns } from './id-columns.ts'
import type { PostLists } from './post-lists.ts'

/** Merges the slots of several lists, newest first, each list from its given slot on; -1 if it is empty. */
export function* newestOfLists(chains: PostLists, ids: IdColumns, firsts: readonly number[]): Generator<number> {
  const heap = firsts.filter(slot => slot >= 0)
  for (let at = heap.length >> 1; at >= 0; at--) sink(heap, at, ids)
  while (heap.length > 0) {
    const slot = heap[0]!
    yield slot
    const next = chains.next(slot)
    const last = next >= 0 ? next : heap.pop()!
    if (heap.length === 0) return
    heap[0] = last
    sink(heap, 0, ids)
  }
}

/** Sifts a slot down the heap until none below it is newer. */
function sink(heap: number[], from: number, ids: IdColumns): void {
  const slot = heap[from]!
  let at = from
  for (;;) {
    let child = 2 * at + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && ids.compare(heap[child + 1]!, heap[child]!) > 0) child++
    if (ids.compare(heap[child]!, slot) <= 0) break
    heap[at] = heap[child]!
    at = child
  }
  if (heap.length > 0) heap[at] = slot
}
