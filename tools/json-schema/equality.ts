import type { EvaluationRun } from './evaluation-run.ts'
import { isMembers } from './keywords.ts'

/** Deep equality of JSON values, regardless of the order of members. */
export function isSame(one: unknown, other: unknown, run: EvaluationRun): boolean {
  run.spend(1)
  if (one === other) return true
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) && one.length === other.length && one.every((item, index) => isSame(item, other[index], run))
    )
  }
  if (!isMembers(one) || !isMembers(other)) return false
  const names = Object.keys(one)
  run.spend(names.length)
  return (
    names.length === Object.keys(other).length &&
    names.every(name => Object.hasOwn(other, name) && isSame(one[name], other[name], run))
  )
}
