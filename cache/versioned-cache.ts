import type { InvalidationLog } from './invalidation-log.ts'
import type { CacheStore } from './store.ts'

export interface Versioned {
  /** Read after this version of the `InvalidationLog`. */
  read_at: number
}

/** A cache of values that were read after a version, each valid until an id changes that it depends on. */
export interface VersionedCache<Value extends Versioned> {
  /** The version for reads that start now. */
  readonly moment: number
  /** `undefined` if it is not cached, or no longer valid. */
  find(key: string): Value | undefined
  /** Does nothing if the value has changed since it was read. */
  store(key: string, value: Value): void
  isCurrent(key: string, value: Value): boolean
}

/** `of`: the posts, agents and spaces that a value depends on. */
export function createVersionedCache<Value extends Versioned>(
  changes: InvalidationLog,
  of: (value: Value, key: string) => readonly string[],
  entries: CacheStore<Value>,
): VersionedCache<Value> {
  const isCurrent = (key: string, value: Value) => changes.isFresh(of(value, key), value.read_at)
  return {
    get moment() {
      return changes.moment
    },
    find(key) {
      const value = entries.get(key)
      return value && isCurrent(key, value) ? value : undefined
    },
    store(key, value) {
      if (isCurrent(key, value)) entries.set(key, value)
    },
    isCurrent,
  }
}
