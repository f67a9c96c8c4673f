import { LRUCache } from 'lru-cache'

/** Where values are kept as long as there is room. */
export interface CacheStore<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): unknown
}

/** Who were not asked for longest go. Room for so many, or for so much by what each takes. */
export const createLruStore = <Value extends object>(
  size: number,
  sizeOf: (value: Value) => number = () => 1,
): CacheStore<Value> => new LRUCache<string, Value>({ maxSize: size, sizeCalculation: sizeOf })

/** All go when one too many comes: it takes hardly more than what it keeps. */
export function createClearWhenFullStore<Value>(count: number): CacheStore<Value> {
  const values = new Map<string, Value>()
  return {
    get: key => values.get(key),
    set(key, value) {
      if (values.size >= count) values.clear()
      values.set(key, value)
    },
  }
}
