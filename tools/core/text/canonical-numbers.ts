import canonicalize from 'canonicalize'
import { isCanonicalNumber, JsonText, writeWith } from '../../../push/broker/lossless-json.ts'
import { escapePointer } from '../schemas.ts'

/** RFC 8785 of a value, except that integers which it would round are written in full (TASK-54). */
export const canonicalJson = (value: unknown): string =>
  writeWith(
    () => canonicalize(value) ?? 'null',
    ({ text }) => (isCanonicalNumber(text) ? undefined : text),
  )

export const UNSAFE_NUMBER =
  'must be a number that a 64-bit float represents exactly: send integers beyond 2^53 as strings'

/** JSON pointers to numbers that RFC 8785 rounds; up to `limit`. */
export function findRounded(value: unknown, limit: number, pointer = ''): string[] {
  if (value instanceof JsonText) return isCanonicalNumber(value.text) ? [] : [pointer]
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'number' && !isCanonicalNumber(String(value)) ? [pointer] : []
  }
  const found: string[] = []
  for (const [name, member] of Object.entries(value)) {
    if (found.length >= limit) break
    found.push(...findRounded(member, limit - found.length, `${pointer}/${escapePointer(name)}`))
  }
  return found
}
