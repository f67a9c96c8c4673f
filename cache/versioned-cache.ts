import type { InvalidationLog } from './invalidation-log.ts'
import type { CacheStore } from './store.ts'

export interface Versioned {
  /** Read after this moment of `InvalidationLog`. */
  read_at: number
}

/** What was read after a moment, each value good until something changes that it is made of. */
export interface VersionedCache<Value extends Versioned> {
  /** What is read from now on has all that changed up to it. */
  readonly moment: number
  /** `undefined`: it was not kept, or is good no more. */
  find(key: string): Value | undefined
  /** Unless it has changed since it was read. */
  store(key: string, value: Value): void
  isCurrent(key: string, value: Value): boolean
}

/** `of`: the posts, agents and spaces that a value is made of. */
export function createVersionedCache<Value extends Versioned>(
  changes: InvalidationLog,
  of: (value: Value, key: string) => readonly string[],
  room: CacheStore<Value>,
): VersionedCache<Value> {
  const isCurrent = (key: string, value: Value) => changes.isFresh(of(value, key), value.read_at)
  return {
    get moment() {
      return changes.moment
    },
    find(key) {
      const value = room.get(key)
      return value && isCurrent(key, value) ? value : undefined
    },
    store(key, value) {
      if (isCurrent(key, value)) room.set(key, value)
    },
    isCurrent,
  }
}
