import { BUDGETS } from './budgets.ts'
import { sharedJson } from './shared-json.ts'

/** An answer with a list has at most so many bytes of JSON: its page ends early rather than grow past them. */
export const LIST_BYTES = BUDGETS.list_bytes.limit

/** For what stands beside the items: cursors, counts, the agent's own figures. */
const ASIDE_BYTES = 10_000

export const ITEMS_BYTES = LIST_BYTES - ASIDE_BYTES

/** As escaped, a UTF-16 unit takes six bytes at most. */
const UNIT_BYTES = 6
const NUMBER_BYTES = 24

/** In UTF-8 a UTF-16 unit takes three bytes at most. */
const ENCODED_UNIT_BYTES = 3

/**
 * The bytes of a value in JSON are no more than this; the names of members, which are ours, need no escapes. What comes
 * after more than `enough` is not looked at.
 */
export function boundBytes(value: unknown, enough = Number.POSITIVE_INFINITY): number {
  if (typeof value === 'string') return value.length * UNIT_BYTES + 2
  if (typeof value !== 'object' || value === null) return NUMBER_BYTES
  let bytes = 2
  if (Array.isArray(value)) {
    for (const one of value) {
      if (bytes > enough) return bytes
      bytes += boundBytes(one, enough - bytes) + 1
    }
    return bytes
  }
  const text = sharedJson(value)
  if (text !== undefined) return text.length * ENCODED_UNIT_BYTES
  for (const name in value) {
    if (bytes > enough) return bytes
    bytes += name.length + 4 + boundBytes((value as Record<string, unknown>)[name], enough - bytes)
  }
  return bytes
}

/**
 * How many of the items fit, from the first on; one always does. What they are serialised to is measured only where
 * the lengths of their strings do not show that all fit.
 */
export function countFitting(items: readonly unknown[], bytes = ITEMS_BYTES, bound = boundBytes(items, bytes)): number {
  if (bound <= bytes) return items.length
  let total = 0
  for (const [index, item] of items.entries()) {
    total += Buffer.byteLength(jsonOf(item)) + 1
    if (total > bytes) return Math.max(index, 1)
  }
  return items.length
}

const jsonOf = (item: unknown): string =>
  (typeof item === 'object' && item !== null && sharedJson(item)) || JSON.stringify(item)

/** What is surely shorter takes less than a millisecond, whatever is done with it. */
export const LONG_BYTES = 256 * 1024

/** Whether what is done with a value belongs into a step of its own (`pace.ts`). */
export const isLong = (value: unknown): boolean => boundBytes(value, LONG_BYTES) > LONG_BYTES

/** 8,000 characters: their marks and words take a millisecond and more to read, and many inputs come in one batch. */
const LONG_INPUT_BYTES = 48 * 1024

export const isLongInput = (input: unknown): boolean => boundBytes(input, LONG_INPUT_BYTES) > LONG_INPUT_BYTES
