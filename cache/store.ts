import { LRUCache } from 'lru-cache'

/** Stores values as long as there is space. */
export interface CacheStore<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): unknown
}

/** Evicts the least recently used entries. Limited by number, or by the total size of entries. */
export const createLruStore = <Value extends object>(
  size: number,
  sizeOf: (value: Value) => number = () => 1,
): CacheStore<Value> => new LRUCache<string, Value>({ maxSize: size, sizeCalculation: sizeOf })

/** Clears everything when it is full, which has almost no memory overhead. */
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
