import type { Changes } from './changes.ts'
import type { Room } from './rooms.ts'

export interface Read {
  /** Read after this moment of `Changes`. */
  read_at: number
}

/** What was read after a moment, each value good until something changes that it is made of. */
export interface Remembered<Value extends Read> {
  /** What is read from now on has all that changed up to it. */
  readonly moment: number
  /** `undefined`: it was not kept, or is good no more. */
  find(key: string): Value | undefined
  /** Unless it has changed since it was read. */
  keep(key: string, value: Value): void
  isCurrent(key: string, value: Value): boolean
}

/** `of`: the posts, agents and spaces that a value is made of. */
export function remembered<Value extends Read>(
  changes: Changes,
  of: (value: Value, key: string) => readonly string[],
  room: Room<Value>,
): Remembered<Value> {
  const isCurrent = (key: string, value: Value) => changes.spared(of(value, key), value.read_at)
  return {
    get moment() {
      return changes.moment
    },
    find(key) {
      const value = room.get(key)
      return value && isCurrent(key, value) ? value : undefined
    },
    keep(key, value) {
      if (isCurrent(key, value)) room.set(key, value)
    },
    isCurrent,
  }
}
